import { isUtf8 } from 'node:buffer'
import { sortOfAttachment, type TakenFiles } from '@muster/domain/attachment.ts'
import { limits } from '@muster/domain/limits.ts'
import { fileTypeFromBuffer } from 'file-type'
import { NoPictureError, TooManyPixelsError, withPicture } from '../../lib/pictures.ts'
import { QueueFullError } from '../../lib/short-queue.ts'
import { unpackedSize } from '../../lib/unpacked-size.ts'
import { fail } from '../../rpc/fail.ts'

/** What is kept of an upload. */
export type Kept = {
  readonly ending: string
  readonly mediaType: string
  readonly content: Buffer
  /** Of a picture: a small one. */
  readonly thumbnail?: Buffer
}

/**
 * Looks at an uploaded file by its content: pictures are made anew, upright and without metadata, everything else is kept as it
 * came. Throws FILE_EMPTY, FILE_KIND_REFUSED, FILE_UNREADABLE, PICTURE_TOO_LARGE; SERVICE_UNAVAILABLE while too many pictures wait.
 */
export async function readUpload(
  upload: Buffer,
  name: string,
  taken: TakenFiles = 'attachments',
): Promise<Kept> {
  if (upload.length === 0) throw fail('FILE_EMPTY')
  const type = await fileTypeFromBuffer(upload).catch(() => undefined)
  const sort = sortOfAttachment(type?.mime, name, taken)
  if (!sort || (sort.kind === 'text' && !isText(upload)))
    throw fail(taken === 'documents' ? 'DOCUMENT_KIND_REFUSED' : 'FILE_KIND_REFUSED')
  if (sort.kind === 'picture') return readPicture(upload)
  if (['docx', 'xlsx', 'pptx'].includes(sort.ending)) requireSmallArchive(upload)
  return { ending: sort.ending, mediaType: sort.mediaType ?? 'text/plain', content: upload }
}

/** UTF-8 without signs that no text holds. */
const isText = (upload: Buffer) => isUtf8(upload) && !upload.includes(0)

async function readPicture(upload: Buffer): Promise<Kept> {
  try {
    return await withPicture(upload, async picture => {
      const side = limits.attachmentMaxPx
      const content = await picture
        .clone()
        .resize(side, side, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer()
      const small = limits.thumbnailPx
      const thumbnail = await picture
        .clone()
        .resize(small, small, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 70 })
        .toBuffer()
      return { ending: 'webp', mediaType: 'image/webp', content, thumbnail }
    })
  } catch (error) {
    if (error instanceof NoPictureError) throw fail('FILE_UNREADABLE')
    if (error instanceof TooManyPixelsError) throw fail('PICTURE_TOO_LARGE')
    if (error instanceof QueueFullError) throw fail('SERVICE_UNAVAILABLE')
    throw error
  }
}

/** An office document that unfolds to far more than it is, is made to fill the memory of who opens it. */
function requireSmallArchive(upload: Buffer): void {
  const size = unpackedSize(upload)
  if (size === undefined || size > limits.officeUnpackedMaxBytes) throw fail('FILE_UNREADABLE')
}
