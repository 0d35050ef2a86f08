import type { Readable } from 'node:stream'
import { errors } from 'flydrive'
import type { ByteRange } from './byte-range.ts'

export type StoredFile = {
  /** Size in bytes. */
  readonly size: number
  /** Reads the content or a part of it. Fails with FilesUnavailableError when the store becomes unavailable meanwhile. */
  read(range?: ByteRange): Readable
}

export type ListedFile = {
  readonly path: string
  /** Size in bytes. */
  readonly size: number
  /** Time of the last write, by the clock of the store. */
  readonly modifiedAt: Date
}

/** Stored files, by paths such as `avatars/<user>/profile-1.webp`. A file that cannot be stored completely is not stored at all. */
export type Files = {
  put(path: string, content: Buffer): Promise<void>
  /** Stores streamed content, requested once there is a place for it; returns its size in bytes. */
  putStream(path: string, read: () => Readable): Promise<number>
  /** Opens the file; null when there is none. */
  open(path: string): Promise<StoredFile | null>
  /** Lists the files in a folder such as `avatars`, at any depth and in no order; empty when the folder is missing. */
  list(prefix: string): AsyncIterable<ListedFile>
  /** Removes the file; a missing file is no error. */
  remove(path: string): Promise<void>
}

/** Thrown when the store is full or unavailable. The cause contains its response. */
export class FilesUnavailableError extends Error {
  override name = 'FilesUnavailableError'
}

export const unavailable = (cause: unknown): never => {
  throw new FilesUnavailableError('Files cannot be kept or read', { cause })
}

/** Returns whether the path is invalid or leads out of the store; no store keeps anything there. */
export const isRefused = (error: unknown) =>
  error instanceof errors.E_PATH_TRAVERSAL_DETECTED ||
  error instanceof errors.E_UNALLOWED_CHARACTERS ||
  error instanceof errors.E_INVALID_KEY
