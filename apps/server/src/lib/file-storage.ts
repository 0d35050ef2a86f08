import type { Readable } from 'node:stream'
import { errors } from 'flydrive'
import type { ByteRange } from './byte-range.ts'

export type StoredFile = {
  /** Size in bytes. */
  readonly size: number
  /** Reads the content, or a range of it. Fails with FilesUnavailableError if the store becomes unavailable. */
  read(range?: ByteRange): Readable
}

export type ListedFile = {
  readonly path: string
  /** Size in bytes. */
  readonly size: number
  /** The last modification time by the store's clock. */
  readonly modifiedAt: Date
}

/** A store for files under paths such as `avatars/<user>/profile-1.webp`. A file is stored completely or not at all. */
export type FileStorage = {
  put(path: string, content: Buffer): Promise<void>
  /** Opened once there is capacity. `expectedBytes`: an upper estimate, needed above 50 GB, because a bucket takes 10,000 parts. */
  putStream(path: string, read: () => Readable, expectedBytes?: number): Promise<number>
  open(path: string): Promise<StoredFile | null>
  /** Lists a folder such as `avatars`, at any depth and in no particular order; yields nothing for a missing one. */
  list(prefix: string): AsyncIterable<ListedFile>
  /** Removes the file; a missing one is not an error. */
  remove(path: string): Promise<void>
}

/** Thrown if the file store is full or unavailable. The cause contains the response of the store. */
export class FilesUnavailableError extends Error {
  override name = 'FilesUnavailableError'
}

export const throwUnavailable = (cause: unknown): never => {
  throw new FilesUnavailableError('Files cannot be kept or read', { cause })
}

/** True if the error means that the path is outside the store or invalid. No kind of store has files at such a path. */
export const isInvalidPathError = (error: unknown) =>
  error instanceof errors.E_PATH_TRAVERSAL_DETECTED ||
  error instanceof errors.E_UNALLOWED_CHARACTERS ||
  error instanceof errors.E_INVALID_KEY
