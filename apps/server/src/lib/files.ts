import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
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
  /** The file, or null when there is none. */
  open(path: string): Promise<StoredFile | null>
  /** Removes the file; that it is gone already is no error. */
  remove(path: string): Promise<void>
}

/** Files in a folder of this machine. */
export function createLocalFiles(folder: string): Files {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    put: (path, content) => disk.put(path, content),
    async open(path) {
      // The disk refuses paths that lead out of the folder.
      if (!(await disk.exists(path))) return null
      const { contentLength } = await disk.getMetaData(path)
      return { size: contentLength, read: range => createReadStream(join(folder, path), range) }
    },
    remove: path => disk.delete(path),
  }
}
