import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Stored files, by paths such as `avatars/<user>/profile-1.webp`. */
export type Files = {
  put(path: string, content: Buffer): Promise<void>
  /** The content as a stream, or null when there is no such file. */
  read(path: string): Promise<Readable | null>
  /** Removes the file; that it is gone already is no error. */
  remove(path: string): Promise<void>
}

/** Files in a folder of this machine. */
export function createLocalFiles(folder: string): Files {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    put: (path, content) => disk.put(path, content),
    read: async path => ((await disk.exists(path)) ? disk.getStream(path) : null),
    remove: path => disk.delete(path),
  }
}
