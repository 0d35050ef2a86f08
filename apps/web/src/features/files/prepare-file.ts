import { i18n } from '@lingui/core'
import { errors } from '@muster/contract/errors.ts'
import { type AcceptedFiles, isAttachmentName, toEnding } from '@muster/domain/attachment.ts'
import { limits } from '@muster/domain/limits.ts'

const JPEG_QUALITY = 0.85

/**
 * Prepares a chosen file, or returns why it cannot be sent. For attachments, photos become JPEGs and large ones are resized, which
 * is quick on a phone and helps on a slow connection. Documents are sent byte for byte; only a photo in a format that folders do
 * not accept becomes a JPEG, at full size. `tooLarge`: the screen's own text for a file over 10 MB. The server validates the
 * content again.
 */
export async function prepareFile(
  file: File,
  tooLarge: string,
  accepted: AcceptedFiles = 'attachments',
): Promise<{ file: File } | { problem: string }> {
  const keepsOriginal = accepted === 'documents' && isAttachmentName(file.name, accepted)
  const maxSidePx = accepted === 'documents' ? Number.POSITIVE_INFINITY : limits.attachmentMaxPx
  const upload = isPhoto(file) && !keepsOriginal ? ((await toJpeg(file, maxSidePx)) ?? file) : file
  if (upload.size === 0) return { problem: i18n._(errors.FILE_EMPTY.text) }
  if (upload.size > limits.attachmentMaxBytes) return { problem: tooLarge }
  if (!isAttachmentName(upload.name, accepted)) {
    const { message } = accepted === 'documents' ? errors.DOCUMENT_KIND_REFUSED : errors.FILE_KIND_REFUSED
    return { problem: message }
  }
  return { file: upload }
}

/** True for photos. Animated pictures and graphics are left unchanged. */
const isPhoto = ({ type }: File) => /^image\/(jpeg|heic|heif|avif)$/.test(type)

/** Makes at most `maxSidePx` pixels a side; undefined if no conversion is needed or this browser cannot decode it. */
async function toJpeg(file: File, maxSidePx: number): Promise<File | undefined> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, maxSidePx / Math.max(picture.width, picture.height))
    const isJpeg = toEnding(file.name) === 'jpg' || toEnding(file.name) === 'jpeg'
    if (scale === 1 && isJpeg) return undefined
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
    const name = file.name.replace(/\.[^.]*$/, '')
    return blob ? new File([blob], `${name || 'photo'}.jpg`, { type: 'image/jpeg' }) : undefined
  } catch {
    return undefined
  }
}
