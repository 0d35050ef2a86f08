import { createReadStream } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { StoredFile } from '../lib/file-storage.ts'
import { BackupError } from './backup-error.ts'
import { type BackupManifest, type BackupPart, toSetPath } from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'
import { createMeter, type Measure } from './meter.ts'
import { type BackupKey, seal, unseal } from './seal.ts'

export type StoreOptions = {
  /** Undefined to store without encryption. */
  readonly key?: BackupKey | undefined
  readonly onBytes?: ((count: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** An upper estimate (bytes) of what is stored, for parts that may exceed 50 GB in a bucket. */
  readonly expectedBytes?: number | undefined
}

/** Stores a stream, encrypted if there is a key, and returns the measure of the stored bytes. */
export async function storeStream(
  { files }: BackupPlace,
  path: string,
  open: () => Readable,
  { key, onBytes, signal, expectedBytes }: StoreOptions,
): Promise<Measure> {
  const meter = createMeter(onBytes)
  const openStored = () => {
    const content = open()
    const output = new PassThrough()
    // The store reads `output` and receives any error of the stages before it.
    pipeline(key ? seal(content, key) : content, meter.stream, output, { signal }).catch(error =>
      output.destroy(error),
    )
    return output
  }
  await files.putStream(path, openStored, expectedBytes)
  return meter.result()
}

/** Compresses and stores a stream as a file of a set. `name` gets the endings `.gz` and, if encrypted, `.age`. */
export async function storePart(
  place: BackupPlace,
  set: string,
  name: string,
  open: () => Readable,
  options: StoreOptions,
): Promise<BackupPart> {
  const file = `${name}.gz${options.key ? '.age' : ''}`
  const openCompressed = () => {
    const content = open()
    const gzip = createGzip({ level: 4 })
    pipeline(content, gzip).catch(error => gzip.destroy(error))
    return gzip
  }
  return { file, ...(await storeStream(place, toSetPath(set, file), openCompressed, options)) }
}

export const storeFilePart = (
  place: BackupPlace,
  set: string,
  name: string,
  path: string,
  options: StoreOptions,
) => storePart(place, set, name, () => createReadStream(path), options)

/** Throws BackupError if the file is missing, changed, or encrypted for another key; what `consume` received is then worthless. */
export async function readPart(
  place: BackupPlace,
  manifest: BackupManifest,
  part: BackupPart,
  key: BackupKey | undefined,
  consume: (content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const path = toSetPath(manifest.name, part.file)
  const isSealed = part.file.endsWith('.age')
  await readObject(place, path, part, isSealed ? { key } : undefined, async content => {
    const gunzip = createGunzip()
    await Promise.all([pipeline(content, gunzip), consume(gunzip)])
  })
}

/** Compares the stored bytes. `sealed`: encrypted. Throws BackupError if the object is missing or changed. */
export async function readObject(
  { files }: BackupPlace,
  path: string,
  expected: Measure,
  sealed: { readonly key: BackupKey | undefined } | undefined,
  consume: (content: Readable) => Promise<unknown>,
): Promise<void> {
  const stored = await files.open(path)
  if (!stored) throw new BackupError(`The backup is damaged: ${path} is missing.`)
  if (stored.size !== expected.bytes)
    throw new BackupError(
      `The backup is damaged: ${path} has ${stored.size} bytes instead of ${expected.bytes}.`,
    )
  const meter = createMeter()
  const source = stored.read()
  const reading = pipeline(source, meter.stream)
  const content = sealed ? unseal(meter.stream, sealed.key) : meter.stream
  try {
    await Promise.all([reading, consume(content)])
  } catch (error) {
    source.destroy()
    content.destroy()
    await reading.catch(() => undefined)
    if (isStoreFailure(error)) throw error
    // A changed byte can look like another key, so the stored bytes decide.
    if (await hasSameBytes(stored, expected)) throw error
  }
  if (meter.result().sha256 !== expected.sha256)
    throw new BackupError(`The backup is damaged: ${path} differs from its manifest.`)
}

async function hasSameBytes(stored: StoredFile, expected: Measure): Promise<boolean> {
  const meter = createMeter()
  await pipeline(stored.read(), meter.stream.resume())
  return meter.result().sha256 === expected.sha256
}

/** True for a failure of the disk or store itself, which does not mean that the backup is damaged. */
const isStoreFailure = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'FilesUnavailableError' ||
    ['ENOSPC', 'EACCES', 'EIO', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? ''))
