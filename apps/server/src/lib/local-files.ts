import { createReadStream, type Stats } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Disk, KeyNormalizer } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { type FileStorage, isInvalidPathError, type ListedFile, throwUnavailable } from './file-storage.ts'

export function createLocalFiles(folder: string): FileStorage {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  const writeOrDelete = async (path: string, write: () => Promise<void>) => {
    try {
      await write()
      await flush(join(folder, path))
    } catch (error) {
      await disk.delete(path).catch(() => undefined)
      throwUnavailable(error)
    }
  }
  const exists = async (path: string) => {
    try {
      return await disk.exists(path)
    } catch (error) {
      return isInvalidPathError(error) ? false : throwUnavailable(error)
    }
  }
  return {
    put: (path, content) => writeOrDelete(path, () => disk.put(path, content)),
    async putStream(path, read) {
      await writeOrDelete(path, async () => {
        // Create the file before opening the content. A failure of the content is then handled even if it is immediate, and leaves
        // nothing behind.
        await disk.put(path, '')
        const file = await open(join(folder, path), 'r+')
        await pipeline(read(), file.createWriteStream())
      })
      return (await disk.getMetaData(path).catch(throwUnavailable)).contentLength
    },
    async open(path) {
      if (!(await exists(path))) return null
      const { contentLength } = await disk.getMetaData(path).catch(throwUnavailable)
      return { size: contentLength, read: range => createReadStream(join(folder, path), range) }
    },
    async *list(prefix) {
      try {
        yield* listFilesBelow(folder, new KeyNormalizer().normalize(prefix))
      } catch (error) {
        if (!isInvalidPathError(error)) throwUnavailable(error)
      }
    },
    async remove(path) {
      try {
        await disk.delete(path)
      } catch (error) {
        if (!isInvalidPathError(error)) throwUnavailable(error)
      }
    },
  }
}

async function* listFilesBelow(folder: string, path: string): AsyncIterable<ListedFile> {
  for (const entry of (await nullIfMissing(readdir(join(folder, path), { withFileTypes: true }))) ?? []) {
    const childPath = `${path}/${entry.name}`
    if (entry.isDirectory()) yield* listFilesBelow(folder, childPath)
    const stats: Stats | null = entry.isFile() ? await nullIfMissing(stat(join(folder, childPath))) : null
    if (stats) yield { path: childPath, size: stats.size, modifiedAt: stats.mtime }
  }
}

/** Returns null for a missing file, because others may remove files while they are listed. */
function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
}

/** Flushes a file to disk before the row that refers to it is written. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
