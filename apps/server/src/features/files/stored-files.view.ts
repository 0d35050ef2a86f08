import type { Attachment, FileLinks } from '@muster/contract/stored-files.ts'
import {
  previewPath,
  thumbnailPath,
  toDownloadName,
  toKind,
  toStoredKind,
} from '@muster/domain/attachment.ts'
import type { FileRow } from './stored-files.queries.ts'

type LinkTo = (path: string) => string

export const fileView = (row: Omit<FileRow, 'media_type'>, linkTo: LinkTo): Attachment => ({
  id: row.id,
  // Older rows of re-encoded pictures still have the name they were uploaded with.
  name: toDownloadName(row.name, row.path),
  kind: toStoredKind(row.path),
  size: row.size_bytes,
  ...toFileLinks(row, linkTo),
})

type MissingFile = Pick<Attachment, 'id' | 'name' | 'kind' | 'size'>

export const lostFileView = (lostFile: MissingFile): Attachment => ({
  ...lostFile,
  url: '',
  thumbnailUrl: null,
  isLost: true,
})

type NullableFileRow = { [Column in keyof FileRow]: FileRow[Column] | null }

/** Returns the view of a stored file or, if it has no row, of a lost file described by the row that refers to it. */
export function fileOrLostView(
  { id, path, name, media_type, size_bytes, has_thumbnail }: NullableFileRow,
  { mediaType, ...file }: Omit<MissingFile, 'kind'> & { readonly mediaType: string },
  linkTo: LinkTo,
): Attachment {
  if (id === null || path === null || name === null || media_type === null || size_bytes === null)
    return lostFileView({ ...file, kind: toKind(mediaType) })
  return fileView({ id, path, name, size_bytes, has_thumbnail: has_thumbnail ?? false }, linkTo)
}

/** Signs the links of a file, its thumbnail and its preview. */
export function toFileLinks(
  { path, has_thumbnail }: Pick<FileRow, 'path' | 'has_thumbnail'>,
  linkTo: LinkTo,
): FileLinks {
  const preview = has_thumbnail ? previewPath(path) : undefined
  return {
    url: linkTo(path),
    thumbnailUrl: has_thumbnail ? linkTo(thumbnailPath(path)) : null,
    ...(preview && { previewUrl: linkTo(preview) }),
  }
}

/** Replaces a feed event's stored file path with links signed for the viewer. */
export const withFileLinks = (
  { id, name, size, url, thumbnailUrl }: Attachment,
  linkTo: LinkTo,
): Attachment =>
  fileView({ id, name, size_bytes: size, path: url, has_thumbnail: thumbnailUrl !== null }, linkTo)
