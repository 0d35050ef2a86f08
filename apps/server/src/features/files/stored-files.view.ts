import type { Attachment } from '@muster/contract/stored-files.ts'
import { kindOfStored, thumbnailPath } from '@muster/domain/attachment.ts'
import type { FileRow } from './stored-files.queries.ts'

export const fileView = (row: FileRow, linkTo: (path: string) => string): Attachment => ({
  id: row.id,
  name: row.name,
  kind: kindOfStored(row.path),
  size: row.size_bytes,
  url: linkTo(row.path),
  thumbnailUrl: row.has_thumbnail ? linkTo(thumbnailPath(row.path)) : null,
})

/** A file as an event of the feed names it, by its stored paths, with the links of who sees the event. */
export const withFileLinks = (file: Attachment, linkTo: (path: string) => string): Attachment => ({
  ...file,
  kind: kindOfStored(file.url),
  url: linkTo(file.url),
  thumbnailUrl: file.thumbnailUrl === null ? null : linkTo(thumbnailPath(file.thumbnailUrl)),
})
