import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'
import { backupForms } from './backup-maker.ts'
import type { BackupPlace } from './backup-place.ts'

/** A stored object with the size and hash of its bytes as they are stored. */
const part = z.object({ file: z.string().max(100), bytes: z.number().min(0), sha256: z.string().length(64) })
export type BackupPart = z.infer<typeof part>

const manifestSchema = z.object({
  format: z.literal('muster-backup-1'),
  name: z.string().max(60),
  takenAt: z.coerce.date(),
  finishedAt: z.coerce.date(),
  /** Version of Muster that made the backup. */
  muster: z.string().max(60),
  form: z.enum(backupForms),
  /** The age recipient that it is encrypted for; null if it is not encrypted. */
  recipient: z.string().max(100).nullable(),
  /** The packed folder of the maker: database, keys, anchors and the figures of the tables. */
  database: part,
  files: z.object({
    count: z.number().min(0),
    bytes: z.number().min(0),
    /** The files with their paths, one JSON line each. */
    list: part,
    /** The objects of these files, not encrypted, so that old objects can be removed without the secret key. */
    objects: part,
  }),
  /** Bytes that this backup stores, including the objects it shares with others. */
  storedBytes: z.number().min(0),
})
export type BackupManifest = z.infer<typeof manifestSchema>

const SETS = 'sets'
const MANIFEST = 'manifest.json'
export const OBJECTS = 'files'

export const toSetPath = (name: string, file: string) => `${SETS}/${name}/${file}`
/** Spreads objects over folders, because a folder with a million entries is slow. */
export const toObjectPath = (id: string) => `${OBJECTS}/${id.slice(0, 2)}/${id}`

/** A name that sorts by time, such as `2026-01-31T02-30-00`. */
export const createBackupName = (at: Date) => at.toISOString().slice(0, 19).replaceAll(':', '-')
export const isBackupName = (text: string) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/.test(text)

/** Writes the manifest, which completes the backup: a set without one was interrupted and is ignored. */
export const writeManifest = ({ files }: BackupPlace, manifest: BackupManifest) =>
  files.put(toSetPath(manifest.name, MANIFEST), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))

/** Reads the manifest of a backup; null if there is none, or only a part of one. Throws BackupError for an unknown format. */
export async function readManifest({ files }: BackupPlace, name: string): Promise<BackupManifest | null> {
  const file = isBackupName(name) ? await files.open(toSetPath(name, MANIFEST)) : null
  if (!file || file.size > 100_000) return null
  let json: unknown
  try {
    json = JSON.parse((await buffer(file.read())).toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  const result = manifestSchema.safeParse(json)
  if (!result.success)
    throw new BackupError(`The manifest of the backup ${name} is damaged or from a newer Muster.`)
  return result.data
}

/** Lists the sets with their files; `manifest` is null for a set that was interrupted. Oldest first. */
export async function listSets(
  place: BackupPlace,
): Promise<{ name: string; paths: string[]; manifest: BackupManifest | null }[]> {
  const pathsByName = new Map<string, string[]>()
  for await (const { path } of place.files.list(SETS)) {
    const [, name = '', file] = path.split('/')
    if (file !== undefined && isBackupName(name))
      pathsByName.set(name, [...(pathsByName.get(name) ?? []), path])
  }
  const sets = []
  for (const [name, paths] of [...pathsByName].sort(([a], [b]) => (a < b ? -1 : 1)))
    sets.push({ name, paths, manifest: await readManifest(place, name) })
  return sets
}

export const isManifestPath = (path: string) => path.endsWith(`/${MANIFEST}`)
