/** Decides how screens show it. `office` is every other download too: older installed apps know no other kinds. */
export type AttachmentKind = 'picture' | 'video' | 'pdf' | 'office' | 'text'

type FileFormat = {
  readonly kind: AttachmentKind
  /** The media type detected from the content. Undefined for plain text, which has no signature. */
  readonly mediaType: string | undefined
  /** The extension with which the server stores such a file. */
  readonly ending: string
  /** The extensions that such files have when uploaded. */
  readonly called: readonly string[]
}

const docxMediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const pptxMediaType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const xlsxMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Unchanged downloads: SVG may contain scripts, others do not show everywhere. Their metadata may reveal where it was taken. */
const downloadFormats: readonly FileFormat[] = [
  ['image/svg+xml', 'svg'],
  ['image/bmp', 'bmp', 'dib'],
  ['image/tiff', 'tiff', 'tif'],
  ['image/heic', 'heic', 'heif'],
  ['image/heic-sequence', 'heic', 'heif', 'heics', 'heifs'],
  ['image/heif', 'heif', 'heic'],
  ['image/heif-sequence', 'heif', 'heic', 'heics', 'heifs'],
  ['image/avif', 'avif'],
  ['image/apng', 'apng', 'png'],
  ['image/x-adobe-dng', 'dng'],
  ['video/matroska', 'mkv'],
  ['video/vnd.avi', 'avi'],
  ['video/x-ms-asf', 'wmv', 'asf'],
  ['video/mpeg', 'mpg', 'mpeg'],
  ['video/MP1S', 'mpg', 'mpeg'],
  ['video/MP2P', 'mpg', 'mpeg'],
  ['video/mp2t', 'mts', 'm2ts', 'ts'],
  ['video/ogg', 'ogv'],
  ['video/3gpp2', '3g2'],
  ['video/x-flv', 'flv'],
].map(([mediaType, ending = 'bin', ...otherEndings]) => ({
  kind: 'office',
  mediaType,
  ending,
  called: [ending, ...otherEndings],
}))

const pictureFormats = [
  { mediaType: 'image/jpeg', ending: 'jpg', called: ['jpg', 'jpeg', 'jfif'] },
  { mediaType: 'image/png', ending: 'png', called: ['png'] },
  { mediaType: 'image/webp', ending: 'webp', called: ['webp'] },
  { mediaType: 'image/gif', ending: 'gif', called: ['gif'] },
] as const

const pdfFormat: FileFormat = { kind: 'pdf', mediaType: 'application/pdf', ending: 'pdf', called: ['pdf'] }
const officeFormat = (mediaType: string, ending: string): FileFormat => ({
  kind: 'office',
  mediaType,
  ending,
  called: [ending],
})
const wordAndExcelFormats = [
  officeFormat('application/x-cfb', 'doc'),
  officeFormat('application/x-cfb', 'xls'),
  officeFormat(docxMediaType, 'docx'),
  officeFormat(xlsxMediaType, 'xlsx'),
]
const powerPointFormats = [officeFormat('application/x-cfb', 'ppt'), officeFormat(pptxMediaType, 'pptx')]

/** For hazards and broadcasts. Content decides, and the name must match. Pictures that browsers show become WebP. */
const attachmentFormats: readonly FileFormat[] = [
  ...pictureFormats.map(format => ({ ...format, kind: 'picture' as const, ending: 'webp' })),
  { kind: 'video', mediaType: 'video/mp4', ending: 'mp4', called: ['mp4', 'm4v', 'mov'] },
  { kind: 'video', mediaType: 'video/x-m4v', ending: 'mp4', called: ['mp4', 'm4v'] },
  { kind: 'video', mediaType: 'video/quicktime', ending: 'mov', called: ['mov', 'mp4', 'qt'] },
  { kind: 'video', mediaType: 'video/webm', ending: 'webm', called: ['webm'] },
  { kind: 'video', mediaType: 'video/3gpp', ending: '3gp', called: ['3gp', '3gpp', 'mp4'] },
  pdfFormat,
  ...wordAndExcelFormats,
  ...downloadFormats,
]

/** The files that folders accept: pdf, doc, docx, txt, jpg, jpeg, png, gif, xlsx, xls, ppt, pptx. They are stored byte for byte. */
const documentFormats: readonly FileFormat[] = [
  ...pictureFormats
    .filter(({ ending }) => ending !== 'webp')
    .map(format => ({ ...format, kind: 'picture' as const })),
  { kind: 'office', mediaType: 'image/apng', ending: 'apng', called: ['png'] },
  pdfFormat,
  ...wordAndExcelFormats,
  ...powerPointFormats,
  { kind: 'text', mediaType: undefined, ending: 'txt', called: ['txt'] },
]

/** The types a chat recognises; all other files are stored as plain bytes for download. */
const chatFormats: readonly FileFormat[] = [
  ...attachmentFormats,
  ...powerPointFormats,
  { kind: 'text', mediaType: undefined, ending: 'txt', called: ['txt', 'csv', 'log', 'md'] },
]

/** The sets of accepted files. A chat accepts files of any type. */
export type AcceptedFiles = 'attachments' | 'documents' | 'any'
const acceptedFormats = {
  attachments: attachmentFormats,
  documents: documentFormats,
  any: chatFormats,
} as const

export const documentAccept = '.pdf,.doc,.docx,.txt,.jpg,.jpeg,.png,.gif,.xlsx,.xls,.ppt,.pptx'

/** The `accept` attribute of the browser's file picker. */
export const attachmentAccept =
  'image/*,video/*,.pdf,.doc,.docx,.xls,.xlsx,application/pdf,application/msword,application/vnd.ms-excel'

/** Returns the extension of a file name in lower case, or an empty string. */
export const toEnding = (name: string): string => /\.([^.\s/\\]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''

const withEnding = (name: string, ending: string) => {
  const currentEnding = toEnding(name)
  return `${currentEnding === '' ? name : name.slice(0, -currentEnding.length - 1)}.${ending}`
}

/** Returns the name of a stored file with the extension that fits its content: a re-encoded photo.jpg becomes photo.webp. */
export const toDownloadName = (name: string, path: string): string =>
  toEnding(path) === 'webp' && toEnding(name) !== 'webp' ? withEnding(name, 'webp') : name

/** Returns the default title of a document: its file name without the extension. */
export const toTitle = (name: string): string => name.replace(/\.[^.]+$/, '') || name

/**
 * Undefined if not accepted: unsupported, no extension, or a name that contradicts the content. `any` always returns a format:
 * pictures by content, the rest as plain bytes for download.
 */
export function findAttachmentFormat(
  mediaType: string | undefined,
  name: string,
  accepted: AcceptedFiles = 'attachments',
): FileFormat | undefined {
  const ending = toEnding(name)
  const format = acceptedFormats[accepted].find(
    it => it.mediaType === mediaType && it.called.includes(ending),
  )
  if (format || accepted !== 'any') return format
  // A picture with no extension, or with that of another picture type, is still shown as a picture.
  const isNamedPicture = ending === '' || pictureFormats.some(({ called }) => isIn(called, ending))
  const picture = attachmentFormats.find(it => it.kind === 'picture' && it.mediaType === mediaType)
  return (isNamedPicture && picture) || { ...unknownFormat, mediaType: mediaType ?? unknownFormat.mediaType }
}

const isIn = (list: readonly string[], value: string) => list.includes(value)

/** A file of unknown type, which is only offered for download. */
export const unknownFormat: FileFormat & { mediaType: string } = {
  kind: 'office',
  mediaType: 'application/octet-stream',
  ending: 'bin',
  called: [],
}

/** Mirrors the server's check of the name, so that the upload is rejected before it starts. */
export const isAttachmentName = (name: string, accepted: AcceptedFiles = 'attachments'): boolean =>
  accepted === 'any' || acceptedFormats[accepted].some(({ called }) => called.includes(toEnding(name)))

/** True for the names of pictures that keep their metadata, which may contain the location where they were taken. */
export const hasLocation = (name: string): boolean => endingsWithLocation.includes(toEnding(name))
const endingsWithLocation = ['heic', 'heif', 'heics', 'heifs', 'tif', 'tiff', 'avif', 'dng']

/** The pictures and videos that a browser may show inline, by the extension of the stored file. */
const inlineTypeByEnding: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  '3gp': 'video/3gpp',
}

/** The media types of documents, by the extension of the stored file. */
const documentTypeByEnding: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: docxMediaType,
  xls: 'application/vnd.ms-excel',
  xlsx: xlsxMediaType,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: pptxMediaType,
  txt: 'text/plain',
  jpg: 'image/jpeg',
  png: 'image/png',
  apng: 'image/apng',
  gif: 'image/gif',
  webp: 'image/webp',
}

/**
 * Documents download with their real media type. Re-encoded pictures and videos show inline; the rest are plain bytes, because a
 * page or drawing could contain scripts.
 */
export function toServedFile(path: string): { mediaType: string; disposition: 'inline' | 'attachment' } {
  const ending = toEnding(path)
  if (path.startsWith('documents/'))
    return { mediaType: documentTypeByEnding[ending] ?? unknownFormat.mediaType, disposition: 'attachment' }
  const mediaType = inlineTypeByEnding[ending]
  return mediaType
    ? { mediaType, disposition: 'inline' }
    : { mediaType: unknownFormat.mediaType, disposition: 'attachment' }
}

/** Returns the kind of a stored file, by the extension that the server gave it. */
export const toStoredKind = (path: string): AttachmentKind =>
  [...chatFormats, ...documentFormats].find(({ ending }) => ending === toEnding(path))?.kind ?? 'office'

/** Returns the kind by media type, for files whose stored content is lost. */
export const toKind = (mediaType: string): AttachmentKind =>
  mediaType.startsWith('text/')
    ? 'text'
    : (documentFormats.find(format => format.mediaType === mediaType)?.kind ?? 'office')

/** Returns the path of a picture's thumbnail: x.thumb.webp for x.webp, x.jpg.thumb.webp for x.jpg. */
export const thumbnailPath = (path: string): string => `${path.replace(/\.webp$/, '')}.thumb.webp`

/** Returns the path of the preview next to a picture stored byte for byte. Undefined for WebP, which is shown directly. */
export const previewPath = (path: string): string | undefined =>
  path.endsWith('.webp') ? undefined : `${path}.preview.webp`

/** Returns the path of the stored file, given its own path or that of its thumbnail or preview. */
export function toOriginalPath(path: string): string {
  const originalPath = path.replace(/\.(thumb|preview)\.webp$/, '')
  return originalPath === path || toEnding(originalPath) !== '' ? originalPath : `${originalPath}.webp`
}

/** Returns the path of a stored file and, if it has a thumbnail, the paths of the thumbnail and preview. */
export const storedPaths = (path: string, hasThumbnail: boolean): string[] =>
  hasThumbnail
    ? [path, thumbnailPath(path), previewPath(path)].filter(storedPath => storedPath !== undefined)
    : [path]
