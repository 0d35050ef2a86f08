import type { Attachment } from '@muster/contract/stored-files.ts'
import { kindOfMediaType, kindOfStored, thumbnailPath } from '@muster/domain/attachment.ts'
import type { FileRow } from './stored-files.queries.ts'

export const fileView = (row: FileRow, linkTo: (path: string) => string): Attachment => ({
  id: row.id,
  name: row.name,
  kind: kindOfStored(row.path),
  size: row.size_bytes,
  url: linkTo(row.path),
  thumbnailUrl: row.has_thumbnail ? linkTo(thumbnailPath(row.path)) : null,
})

type LostFile = Pick<Attachment, 'id' | 'name' | 'kind' | 'size'>

/** A file whose content is gone. */
export const lostFileView = (lost: LostFile): Attachment => ({
  ...lost,
  url: '',
  thumbnailUrl: null,
  isLost: true,
})

type MaybeLost = { [Column in keyof FileRow]: FileRow[Column] | null }

/** Returns the stored file, or a lost one described by the row that referred to it. */
export function fileOrLostView(
  { id, path, name, media_type, size_bytes, has_thumbnail }: MaybeLost,
  { mediaType, ...lost }: Omit<LostFile, 'kind'> & { readonly mediaType: string },
  linkTo: (path: string) => string,
): Attachment {
  if (id === null || path === null || name === null || media_type === null || size_bytes === null)
    return lostFileView({ ...lost, kind: kindOfMediaType(mediaType) })
  return fileView({ id, path, name, media_type, size_bytes, has_thumbnail: has_thumbnail ?? false }, linkTo)
}

/** A file as an event of the feed names it, by its stored paths, with the links of who sees the event. */
export const withFileLinks = (file: Attachment, linkTo: (path: string) => string): Attachment => ({
  ...file,
  kind: kindOfStored(file.url),
  url: linkTo(file.url),
  thumbnailUrl: file.thumbnailUrl === null ? null : linkTo(thumbnailPath(file.thumbnailUrl)),
})
