import type {
  Document,
  DocumentConfirmation,
  DocumentReader,
  Folder,
  ReadingProgress,
} from '@muster/contract/documents.ts'
import { type PersonNameLookup, toDisplayName } from '../../db/person-names.ts'
import { fileOrLostView } from '../files/index.ts'
import type { DocumentRow } from './documents.queries.ts'
import type { FolderRow } from './folders.queries.ts'
import type { ConfirmationRow, ReaderRow } from './readings.queries.ts'

type LinkTo = (path: string) => string

export const folderView = (row: FolderRow): Folder => ({
  id: row.id,
  zoneId: row.zone_id,
  zoneName: row.zone_name,
  parentFolderId: row.parent_folder_id,
  name: row.name,
  description: row.description,
  folders: row.folders,
  files: row.files,
  forGroups: row.for_groups,
  groups: row.groups,
  createdAt: row.created_at.toISOString(),
  deletedAt: row.deleted_at?.toISOString() ?? null,
})

type FileColumns = Parameters<typeof fileOrLostView>[0] &
  Pick<DocumentRow, 'file_name' | 'file_type' | 'file_size'>

/** The file is named by the row's `file_name`. `lostId` is the id to show if the file is lost. */
export const documentFileView = (row: FileColumns, lostId: string, linkTo: LinkTo) =>
  fileOrLostView(
    { ...row, name: row.file_name },
    { id: lostId, name: row.file_name, mediaType: row.file_type, size: row.file_size },
    linkTo,
  )

export const documentView = (
  row: DocumentRow,
  toPerson: PersonNameLookup,
  linkTo: LinkTo,
  { progress = null, seesReviews }: { progress?: ReadingProgress | null | undefined; seesReviews: boolean },
): Document => ({
  id: row.document_id,
  zoneId: row.zone_id,
  zoneName: row.zone_name,
  folderId: row.folder_id,
  title: row.title,
  file: documentFileView(row, row.document_id, linkTo),
  version: row.version,
  uploadedBy: toPerson(row.uploaded_by).name,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  deletedAt: row.deleted_at?.toISOString() ?? null,
  reading:
    row.asked === null
      ? null
      : {
          group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '' },
          mine: !row.is_reader ? 'not asked' : row.confirmed === row.version ? 'confirmed' : 'asked',
          progress,
        },
  review:
    !seesReviews || (row.review_on === null && row.reviewed_at === null)
      ? null
      : {
          dueOn: row.review_on,
          everyMonths: row.review_months,
          reviewedAt: row.reviewed_at?.toISOString() ?? null,
          reviewedBy: row.reviewed_at && toPerson(row.reviewed_by).name,
        },
})

export const readerView = (row: ReaderRow): DocumentReader => ({
  userId: row.user_id,
  name: toDisplayName(row.name),
  confirmedAt: row.confirmed_at?.toISOString() ?? null,
  isCurrent: row.is_current,
})

export const confirmationView = (row: ConfirmationRow): DocumentConfirmation => ({
  userId: row.user_id,
  name: toDisplayName(row.name),
  version: row.version,
  confirmedAt: row.confirmed_at.toISOString(),
  askedBy: row.asked_by === null ? null : toDisplayName(row.asked_by),
})
