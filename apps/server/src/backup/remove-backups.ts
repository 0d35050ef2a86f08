import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupManifest, isManifestPath, listSets, toSetPath } from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'
import { removeUnusedObjects } from './file-copies.ts'
import { chooseKeptBackups, type KeepCounts } from './keep-backups.ts'

export const removeWorkFolder = (workFolder: string) => rm(workFolder, { recursive: true, force: true })

/** Removes sets without a manifest, and their work folder. Must be called before a backup, while no other runs. */
export async function removeLeftovers(place: BackupPlace, workFolder: string): Promise<number> {
  await removeWorkFolder(workFolder)
  const interrupted = (await listSets(place)).filter(({ manifest }) => !manifest)
  for (const set of interrupted) await removeSet(place, set)
  return interrupted.length
}

/**
 * Removes the backups that the retention does not keep, and the files that no kept backup names. Returns the kept ones, oldest
 * first. Removes nothing if a manifest cannot be read.
 */
export async function removeOldBackups(
  place: BackupPlace,
  counts: KeepCounts,
  options: { readonly now: Date; readonly timeZone: string },
): Promise<readonly BackupManifest[]> {
  const sets = await listSets(place)
  const manifests = sets.flatMap(({ manifest }) => manifest ?? [])
  const remainingNames = chooseKeptBackups(manifests, counts, options)
  for (const set of sets) if (set.manifest && !remainingNames.has(set.name)) await removeSet(place, set)
  const remaining = manifests.filter(({ name }) => remainingNames.has(name))
  await removeUnusedObjects(place, remaining)
  return remaining
}

/** Removes a set. Its manifest goes first, so that a partly removed set no longer counts as a backup. */
async function removeSet(
  place: BackupPlace,
  { name, paths }: { name: string; paths: readonly string[] },
): Promise<void> {
  const manifestFirst = [...paths].sort((a, b) => Number(isManifestPath(b)) - Number(isManifestPath(a)))
  for (const path of manifestFirst) await place.files.remove(path)
  // Unlike a bucket, a folder remains when it is empty.
  if (place.folder) await rm(join(place.folder, toSetPath(name, '')), { recursive: true, force: true })
}
