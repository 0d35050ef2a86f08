import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Disk, errors } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { ByteRange } from './byte-range.ts'

export type StoredFile = {
  /** Bytes. */
  readonly size: number
  /** The content, or a part of it. */
  read(range?: ByteRange): Readable
}

/** Stored files, by paths such as `avatars/<user>/profile-1.webp`. */
export type Files = {
  put(path: string, content: Buffer): Promise<void>
  /** The same of content that comes bit by bit, asked for once there is a place for it; answers how many bytes it had. */
  putStream(path: string, read: () => Readable): Promise<number>
  /** The file, or null when there is none. */
  open(path: string): Promise<StoredFile | null>
  /** Removes the file; that it is gone already is no error. */
  remove(path: string): Promise<void>
}

/** The place where files are kept is full, or away. The cause says what it answered. */
export class FilesUnavailableError extends Error {
  override name = 'FilesUnavailableError'
}

const unavailable = (cause: unknown): never => {
  throw new FilesUnavailableError('Files cannot be kept or read', { cause })
}

/** The path leads out of the folder, or is none: the disk keeps nothing under it. */
const isRefused = (error: unknown) =>
  error instanceof errors.E_PATH_TRAVERSAL_DETECTED ||
  error instanceof errors.E_UNALLOWED_CHARACTERS ||
  error instanceof errors.E_INVALID_KEY

/** Files in a folder of this machine. One that could not be kept whole is not kept at all. */
export function createLocalFiles(folder: string): Files {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  const keep = async (path: string, write: () => Promise<void>) => {
    try {
      await write()
      await flush(join(folder, path))
    } catch (error) {
      await disk.delete(path).catch(() => undefined)
      unavailable(error)
    }
  }
  const exists = async (path: string) => {
    try {
      return await disk.exists(path)
    } catch (error) {
      return isRefused(error) ? false : unavailable(error)
    }
  }
  return {
    put: (path, content) => keep(path, () => disk.put(path, content)),
    async putStream(path, read) {
      await keep(path, async () => {
        // There before the content is: what fails at once finds who listens, and leaves nothing behind.
        await disk.put(path, '')
        const file = await open(join(folder, path), 'r+')
        await pipeline(read(), file.createWriteStream())
      })
      return (await disk.getMetaData(path).catch(unavailable)).contentLength
    },
    async open(path) {
      if (!(await exists(path))) return null
      const { contentLength } = await disk.getMetaData(path).catch(unavailable)
      return { size: contentLength, read: range => createReadStream(join(folder, path), range) }
    },
    async remove(path) {
      try {
        await disk.delete(path)
      } catch (error) {
        if (!isRefused(error)) unavailable(error)
      }
    },
  }
}

/** Writes a file to the disk before the row that names it is written. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
