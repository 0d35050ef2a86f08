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
