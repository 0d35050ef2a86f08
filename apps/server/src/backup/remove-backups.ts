import { rm } from 'node:fs/promises'
import { type BackupManifest, isManifestPath, listSets } from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'
import { removeUnusedObjects } from './file-copies.ts'
import { chooseKeptBackups, type KeepCounts } from './keep-backups.ts'

/**
 * Removes what interrupted runs left: sets without a manifest, and their work folder. Called before a backup, while no other runs.
 */
export async function removeLeftovers(place: BackupPlace, workFolder: string): Promise<number> {
  await rm(workFolder, { recursive: true, force: true })
  const interrupted = (await listSets(place)).filter(({ manifest }) => !manifest)
  for (const { paths } of interrupted) for (const path of paths) await place.files.remove(path)
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
  const kept = chooseKeptBackups(manifests, counts, options)
  for (const { name, paths, manifest } of sets) {
    if (!manifest || kept.has(name)) continue
    // The manifest goes first, so that a half removed backup is none.
    const [first, rest] = [paths.filter(isManifestPath), paths.filter(path => !isManifestPath(path))]
    for (const path of [...first, ...rest]) await place.files.remove(path)
  }
  const keptManifests = manifests.filter(({ name }) => kept.has(name))
  await removeUnusedObjects(place, keptManifests)
  return keptManifests
}
