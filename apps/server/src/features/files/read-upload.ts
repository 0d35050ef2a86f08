import {
  type AcceptedFiles,
  findAttachmentFormat,
  toEnding,
  unknownFormat,
} from '@muster/domain/attachment.ts'
import { limits } from '@muster/domain/limits.ts'
import { decodeText } from '@muster/domain/text-file.ts'
import { ORPCError } from '@orpc/server'
import { fileTypeFromBuffer } from 'file-type'
import type { Sharp } from 'sharp'
import { NoPictureError, QueueFullError, TooManyPixelsError, withPicture } from '../../lib/pictures.ts'
import { readUnpackedSize } from '../../lib/unpacked-size.ts'
import { fail } from '../../rpc/fail.ts'

/** Maximum uncompressed size of an office document in bytes; the specification does not define it. */
const maxUnpackedOfficeBytes = 200 * 1024 * 1024

/** A validated upload in the form in which it is stored. */
export type ProcessedUpload = {
  readonly ending: string
  readonly mediaType: string
  readonly content: Buffer
  /** Only for pictures. */
  readonly thumbnail?: Buffer
  /** A screen-sized copy of a picture that is itself stored byte for byte. */
  readonly preview?: Buffer
}

/**
 * Re-encodes pictures upright, without metadata; the rest, also pictures as documents, byte for byte. Throws FILE_EMPTY,
 * FILE_KIND_REFUSED, DOCUMENT_KIND_REFUSED, FILE_UNREADABLE, PICTURE_TOO_LARGE, SERVICE_UNAVAILABLE.
 */
export async function readUpload(
  upload: Buffer,
  name: string,
  accepted: AcceptedFiles = 'attachments',
): Promise<ProcessedUpload> {
  if (upload.length === 0) throw fail('FILE_EMPTY')
  const detectedFormat = findAttachmentFormat(await detectMediaType(upload, name), name, accepted)
  const fileFormat =
    detectedFormat?.kind === 'text' && decodeText(upload) === undefined
      ? accepted === 'any' && unknownFormat
      : detectedFormat
  if (!fileFormat) throw fail(accepted === 'documents' ? 'DOCUMENT_KIND_REFUSED' : 'FILE_KIND_REFUSED')
  const { ending, mediaType = 'text/plain' } = fileFormat
  const original = { ending, mediaType, content: upload }
  if (fileFormat.kind === 'picture')
    return accepted === 'documents' ? { ...original, ...(await createPreviews(upload)) } : reencode(upload)
  if (['docx', 'xlsx', 'pptx'].includes(ending)) requireSmallArchive(upload)
  return original
}

/**
 * By signature; SVG by name and root element. Text may begin with another format's signature (BM, MZ), so a `.txt` file that decodes
 * as text counts as text.
 */
async function detectMediaType(upload: Buffer, name: string): Promise<string | undefined> {
  const mediaType = (await fileTypeFromBuffer(upload).catch(() => undefined))?.mime
  const isText =
    toEnding(name) === 'txt' && mediaType !== 'application/pdf' && decodeText(upload) !== undefined
  if (isText) return undefined
  const mayBeSvg = toEnding(name) === 'svg' && (mediaType === undefined || mediaType === 'application/xml')
  return mayBeSvg && /<svg[\s>]/i.test(decodeText(upload) ?? '') ? 'image/svg+xml' : mediaType
}

const reencode = (upload: Buffer): Promise<ProcessedUpload> =>
  readPicture(upload, async picture => ({
    ending: 'webp',
    mediaType: 'image/webp',
    content: await toWebp(picture, screenSize),
    thumbnail: await toWebp(picture, thumbnailSize),
  }))

/** Neither if it cannot be decoded in time or has too many pixels; the document is accepted without them. */
const createPreviews = (upload: Buffer): Promise<Pick<ProcessedUpload, 'thumbnail' | 'preview'>> =>
  readPicture(upload, async picture => ({
    preview: await toWebp(picture, screenSize),
    thumbnail: await toWebp(picture, thumbnailSize),
  })).catch(error => {
    const isAcceptable =
      error instanceof ORPCError && ['PICTURE_TOO_LARGE', 'FILE_UNREADABLE'].includes(error.code)
    if (isAcceptable) return {}
    throw error
  })

const screenSize = { side: limits.attachmentMaxPx, quality: 82 }
const thumbnailSize = { side: limits.thumbnailPx, quality: 70 }

const toWebp = (picture: Sharp, { side, quality }: { side: number; quality: number }) =>
  picture.clone().resize(side, side, { fit: 'inside', withoutEnlargement: true }).webp({ quality }).toBuffer()

async function readPicture<T>(upload: Buffer, work: (picture: Sharp) => Promise<T>): Promise<T> {
  try {
    return await withPicture(upload, work)
  } catch (error) {
    if (error instanceof NoPictureError) throw fail('FILE_UNREADABLE')
    if (error instanceof TooManyPixelsError) throw fail('PICTURE_TOO_LARGE')
    if (error instanceof QueueFullError) throw fail('SERVICE_UNAVAILABLE')
    throw error
  }
}

/** Rejects decompression bombs, which would fill the memory of the device that opens the document. */
function requireSmallArchive(upload: Buffer): void {
  const size = readUnpackedSize(upload)
  if (size === undefined || size > maxUnpackedOfficeBytes) throw fail('FILE_UNREADABLE')
}
