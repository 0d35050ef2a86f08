import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { FileStorage } from '../lib/file-storage.ts'
import { BackupError } from './backup-error.ts'
import { type BackupManifest, OBJECTS, toObjectPath } from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'
import type { Measure } from './meter.ts'
import type { BackupKey } from './seal.ts'
import { readObject, readPart, type StoreOptions, storeStream } from './store-part.ts'

const copySchema = z.object({
  path: z.string().max(1_000),
  /** Size of the file itself in bytes. */
  size: z.number().min(0),
  id: z.string().max(100),
  bytes: z.number().min(0),
  sha256: z.string().length(64),
})
/** A file of the installation and the object that contains it; `bytes` and `sha256` are those of the object as stored. */
export type FileCopy = z.infer<typeof copySchema>

export type CopiedFiles = {
  readonly count: number
  readonly bytes: number
  readonly storedBytes: number
  readonly newBytes: number
  /** Local files with the lists: one JSON line per file, and one line per object. */
  readonly listPath: string
  readonly objectsPath: string
}

/**
 * A file never changes under its path, so one that an earlier backup copied is only named again. The object's name is a hash of
 * path, size, time and recipient, which reveals nothing. Takes about 150 bytes of memory per object.
 */
export async function copyFiles(
  source: { readonly files: FileStorage; readonly folders: readonly string[] },
  place: BackupPlace,
  options: StoreOptions & {
    readonly previous: BackupManifest | undefined
    /** Local folder for the lists. */
    readonly folder: string
  },
): Promise<CopiedFiles> {
  const { key, signal } = options
  const known = await readKnownObjects(place, options.previous)
  const listPath = join(options.folder, 'files.jsonl')
  const objectsPath = join(options.folder, 'objects.tsv')
  const [list, objects] = [createWriteStream(listPath), createWriteStream(objectsPath)]
  let [count, bytes, storedBytes, newBytes] = [0, 0, 0, 0]
  for (const folder of source.folders)
    for await (const { path, size, modifiedAt } of source.files.list(folder)) {
      signal?.throwIfAborted()
      const id = toObjectId([path, size, modifiedAt.getTime(), key?.recipient ?? ''])
      const copy = known.get(id) ?? (await copyFile(source.files, path, place, id, options))
      // Removed after it was listed.
      if (!copy) continue
      if (!known.has(id)) newBytes += copy.bytes
      count++
      bytes += size
      storedBytes += copy.bytes
      await writeLine(list, JSON.stringify({ path, size, id, ...copy } satisfies FileCopy))
      await writeLine(objects, `${id}\t${copy.bytes}\t${copy.sha256}`)
    }
  list.end()
  objects.end()
  await Promise.all([finished(list), finished(objects)])
  return { count, bytes, storedBytes, newBytes, listPath, objectsPath }
}

const toObjectId = (facts: readonly (string | number)[]) =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 40)

async function copyFile(
  from: FileStorage,
  path: string,
  place: BackupPlace,
  id: string,
  options: StoreOptions,
): Promise<Measure | null> {
  const file = await from.open(path)
  return file && storeStream(place, toObjectPath(id), () => file.read(), options)
}

async function writeLine(stream: NodeJS.WritableStream, line: string): Promise<void> {
  if (!stream.write(`${line}\n`)) await once(stream, 'drain')
}

/** Returns the objects that the last backup names and that are still there with their size. */
async function readKnownObjects(
  place: BackupPlace,
  previous: BackupManifest | undefined,
): Promise<ReadonlyMap<string, Measure>> {
  const known = new Map<string, Measure>()
  if (!previous) return known
  const sizes = new Map<string, number>()
  for await (const { path, size } of place.files.list(OBJECTS)) sizes.set(toId(path), size)
  await readObjectLines(place, previous, (id, measure) => {
    if (sizes.get(id) === measure.bytes) known.set(id, measure)
  })
  return known
}

const toId = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Reads the list of a backup's objects, which is never encrypted. */
const readObjectLines = (
  place: BackupPlace,
  manifest: BackupManifest,
  onObject: (id: string, measure: Measure) => void,
) =>
  readPart(place, manifest, manifest.files.objects, undefined, async content => {
    for await (const line of toLines(content)) {
      const [id, bytes, sha256] = line.split('\t')
      if (!id || !sha256)
        throw new BackupError(`The list of files of the backup ${manifest.name} is damaged.`)
      onObject(id, { bytes: Number(bytes), sha256 })
    }
  })

const toLines = (content: AsyncIterable<Buffer>) =>
  createInterface({ input: Readable.from(content), crlfDelay: Number.POSITIVE_INFINITY })

/** Must be called while no backup runs. If a list cannot be read, throws before anything is removed. */
export async function removeUnusedObjects(
  place: BackupPlace,
  remaining: readonly BackupManifest[],
): Promise<number> {
  const used = new Set<string>()
  for (const manifest of remaining) await readObjectLines(place, manifest, id => used.add(id))
  let removed = 0
  for await (const { path } of place.files.list(OBJECTS))
    if (!used.has(toId(path))) {
      await place.files.remove(path)
      removed++
    }
  return removed
}

/** Throws BackupError for a file that is missing or changed; with `onDamaged`, that file is left out and the next follows. */
export async function readFiles(
  place: BackupPlace,
  manifest: BackupManifest,
  key: BackupKey | undefined,
  consume: (path: string, content: Readable) => Promise<unknown>,
  onDamaged?: (path: string, problem: string) => void,
): Promise<{ count: number; bytes: number }> {
  let [count, bytes, damagedCount] = [0, 0, 0]
  const readFile = async (copy: FileCopy) => {
    const isSealed = manifest.recipient !== null
    let size = 0
    await readObject(place, toObjectPath(copy.id), copy, isSealed ? { key } : undefined, async sealed => {
      const counted = new PassThrough()
      counted.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      counted.pause()
      await Promise.all([pipeline(sealed, counted), consume(copy.path, counted)])
    })
    if (size !== copy.size)
      throw new BackupError(`The backup is damaged: ${copy.path} has ${size} bytes instead of ${copy.size}.`)
    count++
    bytes += size
  }
  await readPart(place, manifest, manifest.files.list, key, async content => {
    for await (const line of toLines(content)) {
      const copy = copySchema.parse(JSON.parse(line))
      await readFile(copy).catch(error => {
        if (!onDamaged || !(error instanceof BackupError)) throw error
        damagedCount++
        onDamaged(copy.path, error.message)
      })
    }
  })
  if (count + damagedCount !== manifest.files.count)
    throw new BackupError(`The backup is damaged: it has ${count} files instead of ${manifest.files.count}.`)
  return { count, bytes }
}
