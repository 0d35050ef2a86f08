import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createMeter } from '../backup/meter.ts'
import { PortableError } from '../backup/portable-error.ts'
import type { FileStorage } from '../lib/file-storage.ts'
import { readFilesList } from './check-export.ts'
import type { ExportedFile } from './export-files.ts'

export type ImportStore = { readonly files: FileStorage; readonly folders: readonly string[] }

/** Returns how to remove them again. An identical file stays. Throws PortableError if another has its path; nothing stays then. */
export async function importFiles(
  { files, folders }: ImportStore,
  folder: string,
): Promise<{ paths: ReadonlySet<string>; undo: () => Promise<void> }> {
  const written: string[] = []
  const undo = async () => {
    for (const path of written) await files.remove(path)
  }
  const paths = new Set<string>()
  try {
    for await (const file of readFilesList(folder)) {
      if (!folders.includes(file.path.split('/')[0] ?? ''))
        throw new PortableError(
          `The export has the file ${file.path}, whose folder this Muster does not know.`,
        )
      paths.add(file.path)
      if (await hasFile(files, file)) continue
      written.push(file.path)
      await files
        .putStream(file.path, () => createReadStream(join(folder, 'files', file.path)))
        .catch(error => {
          throw describeStoreError(error, file.path)
        })
    }
  } catch (error) {
    await undo()
    throw error
  }
  return { paths, undo }
}

async function hasFile(files: FileStorage, { path, bytes, sha256 }: ExportedFile): Promise<boolean> {
  const file = await files.open(path)
  if (!file) return false
  if (file.size === bytes) {
    const meter = createMeter()
    await pipeline(file.read(), meter.stream.resume())
    if (meter.result().sha256 === sha256) return true
  }
  throw new PortableError(`The store already has another file at ${path}: nothing was imported.`)
}

function describeStoreError(error: Error & { cause?: { code?: string; message?: string } }, path: string) {
  const { code, message } = error.cause ?? {}
  const reason = code === 'ENOSPC' ? 'the disk of the store is full' : (message ?? error.message)
  return new PortableError(`The file ${path} cannot be stored (${reason}): nothing was imported.`, {
    cause: error,
  })
}
