import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { createMeter, type Measure } from '../backup/meter.ts'
import { PortableError } from '../backup/portable-error.ts'
import type { ExportedFile } from './export-files.ts'
import { FILES_LIST, type OpenManifest, readOpenManifest, toSchemaPath, toTablePath } from './manifest.ts'
import { countLines, readBatches } from './read-lines.ts'

const BATCH_BYTES = 256 * 1024
/** The usual size (bytes) of what is read from a file at once. */
const READ_BYTES = 64 * 1024

const fileSchema = z.object({
  path: z.string().max(1_000).refine(isStoredPath),
  bytes: z.int().min(0),
  sha256: z.string().length(64),
})

/** True for a path below a folder of the store, which leads nowhere else. */
function isStoredPath(path: string): boolean {
  return (
    posix.normalize(path) === path &&
    path.includes('/') &&
    !path.startsWith('/') &&
    !path.split('/').includes('..') &&
    !path.includes('\0')
  )
}

/**
 * Compares every file of an export with the counts and hashes of its manifest. Returns the manifest. Throws PortableError for the
 * first file that is missing, cut off or changed.
 */
export async function checkOpenExport(folder: string): Promise<OpenManifest> {
  const manifest = await readOpenManifest(folder)
  for (const table of manifest.tables) {
    const rows = await compareFile(folder, toTablePath(table.name), table)
    if (rows !== table.rows)
      throw new PortableError(
        `The export is damaged: ${table.name} has ${rows} rows instead of ${table.rows}.`,
      )
    await compareFile(folder, toSchemaPath(table.name), table.schema)
  }
  await compareFile(folder, FILES_LIST, manifest.files.list)
  let [count, bytes] = [0, 0]
  for await (const file of readFilesList(folder)) {
    await compareFile(folder, `files/${file.path}`, file)
    count++
    bytes += file.bytes
  }
  if (count !== manifest.files.count || bytes !== manifest.files.bytes)
    throw new PortableError(
      `The export is damaged: it has ${count} files instead of ${manifest.files.count}.`,
    )
  return manifest
}

export async function* readFilesList(folder: string): AsyncGenerator<ExportedFile> {
  for await (const batch of readBatches(createReadStream(join(folder, FILES_LIST)), BATCH_BYTES)) {
    const { data } = z.array(fileSchema).safeParse(JSON.parse(batch))
    if (!data) throw new PortableError(`The export is damaged: ${FILES_LIST} names a file of no store.`)
    yield* data
  }
}

/** Returns the number of lines. */
async function compareFile(folder: string, path: string, expected: Measure): Promise<number> {
  const size = await stat(join(folder, path)).then(
    it => it.size,
    () => undefined,
  )
  if (size === undefined) throw new PortableError(`The export is damaged: ${path} is missing.`)
  // A link, also of a folder, would take in a file of this machine.
  if ((await realpath(join(folder, path))) !== join(await realpath(folder), path))
    throw new PortableError(`The export is damaged: ${path} is a link.`)
  if (size !== expected.bytes)
    throw new PortableError(`The export is damaged: ${path} has ${size} bytes instead of ${expected.bytes}.`)
  const meter = createMeter()
  let lines = 0
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines += countLines(chunk)
      done()
    },
  })
  // Most files are small, and the memory for reading them at the usual size would be collected for longer than it is used.
  const highWaterMark = Math.max(1, Math.min(size, READ_BYTES))
  await pipeline(createReadStream(join(folder, path), { highWaterMark }), meter.stream, count)
  if (meter.result().sha256 !== expected.sha256)
    throw new PortableError(`The export is damaged: ${path} differs from its manifest.`)
  return lines
}
