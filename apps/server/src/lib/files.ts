import type { Readable } from 'node:stream'
import { errors } from 'flydrive'
import type { ByteRange } from './byte-range.ts'

export type StoredFile = {
  /** Bytes. */
  readonly size: number
  /** The content, or a part of it. A store that goes away meanwhile fails it with FilesUnavailableError. */
  read(range?: ByteRange): Readable
}

export type ListedFile = {
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** When it was last written, by the clock of the store. */
  readonly modifiedAt: Date
}

/** Stored files, by paths such as `avatars/<user>/profile-1.webp`. One that could not be kept whole is not kept at all. */
export type Files = {
  put(path: string, content: Buffer): Promise<void>
  /** The same of content that comes bit by bit, asked for once there is a place for it; answers how many bytes it had. */
  putStream(path: string, read: () => Readable): Promise<number>
  /** The file, or null when there is none. */
  open(path: string): Promise<StoredFile | null>
  /** The files in a folder such as `avatars`, at any depth and in no order; of a folder that is not there, none. */
  list(prefix: string): AsyncIterable<ListedFile>
  /** Removes the file; that it is gone already is no error. */
  remove(path: string): Promise<void>
}

/** The place where files are kept is full, or away. The cause says what it answered. */
export class FilesUnavailableError extends Error {
  override name = 'FilesUnavailableError'
}

export const unavailable = (cause: unknown): never => {
  throw new FilesUnavailableError('Files cannot be kept or read', { cause })
}

/** The path leads out of the store, or is none: no kind of store keeps anything under it. */
export const isRefused = (error: unknown) =>
  error instanceof errors.E_PATH_TRAVERSAL_DETECTED ||
  error instanceof errors.E_UNALLOWED_CHARACTERS ||
  error instanceof errors.E_INVALID_KEY
