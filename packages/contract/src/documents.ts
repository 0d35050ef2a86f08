import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { type Call, callsTagged } from './base.ts'
import { day } from './calendar.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant, waitedMs } from './ids.ts'
import { count } from './numbers.ts'
import { page, paging, trueOrText } from './paging.ts'
import { attachment, fileLinks } from './stored-files.ts'
import { oneLine, text } from './texts.ts'

const { signedIn, inZone } = callsTagged('files')

const namedReference = z.object({ id, name: z.string() })

export const folder = z.object({
  id,
  zoneId: id,
  zoneName: z.string(),
  parentFolderId: id.nullable(),
  name: z.string(),
  description: z.string().nullable(),
  /** Numbers of subfolders and files that are not deleted. */
  folders: z.int(),
  files: z.int(),
  /** Only the folder's linked groups and people who look after the zone can see it. The groups may be deleted since. */
  forGroups: z.boolean(),
  groups: z.array(namedReference).max(limits.foldersMost),
  createdAt: instant,
  deletedAt: instant.nullable(),
})
export type Folder = z.infer<typeof folder>

/** How many of the people who were asked to read a document have confirmed its newest version. */
export const readingProgress = z.object({ confirmed: z.int(), people: z.int() })
export type ReadingProgress = z.infer<typeof readingProgress>

const reviewMonths = z.int().min(1).max(120)

/** The day by which a document is to be reviewed, and the months to the review after it; null if it does not repeat. */
const reviewPlan = z.strictObject({ dueOn: day, everyMonths: fitting(reviewMonths, 'integer').nullable() })
export type ReviewPlan = z.infer<typeof reviewPlan>

export const document = z.object({
  id,
  zoneId: id,
  zoneName: z.string(),
  folderId: id.nullable(),
  title: z.string(),
  file: attachment,
  version: z.int(),
  uploadedBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
  deletedAt: instant.nullable(),
  /** The group asked (null: whole zone), and the caller's part. `progress`: in a zone's lists, for those who may view its users. */
  reading: z
    .object({
      group: namedReference.nullable(),
      mine: z.enum(['asked', 'confirmed', 'not asked']),
      progress: readingProgress.nullable(),
    })
    .nullable(),
  /** The next review and the last one; null without either, and for people who may not change the document. */
  review: z
    .object({
      dueOn: z.iso.date().nullable(),
      everyMonths: reviewMonths.nullable(),
      reviewedAt: instant.nullable(),
      reviewedBy: z.string().nullable(),
    })
    .nullable(),
})
export type Document = z.infer<typeof document>

export const documentReader = z.object({
  userId: id,
  name: z.string(),
  confirmedAt: instant.nullable(),
  /** True if the person confirmed the current version. */
  isCurrent: z.boolean(),
})
export type DocumentReader = z.infer<typeof documentReader>

/** `askedBy` is null if the requester's account is deleted, or the confirmation arrived late and predates the request. */
export const documentConfirmation = z.object({
  userId: id,
  name: z.string(),
  version: z.int(),
  confirmedAt: instant,
  askedBy: z.string().nullable(),
})
export type DocumentConfirmation = z.infer<typeof documentConfirmation>

const selectionFields = {
  folders: fitting(z.array(id).max(limits.selectionMost), 'uuid[]').default([]),
  documents: fitting(z.array(id).max(limits.selectionMost), 'uuid[]').default([]),
}
const folderName = oneLine(limits.folderNameMaxLength).min(1, 'Folder name is required')
const sort = z.enum(['name', 'newest', 'largest']).default('name')
const description = text(2_000).default('')
const title = oneLine(200).min(1, 'Title is required')
/** A folder of a zone; without `folderId`, the top level. */
const locationFields = { zoneId: id, folderId: id.optional() }
const inFiles = (...call: Call) => inZone(...call).errors(pick('FOLDER_NOT_FOUND', 'DOCUMENT_NOT_FOUND'))
const documentRef = z.strictObject({ zoneId: id, documentId: id })
const groupLinkRef = z.strictObject({ zoneId: id, folderId: id, groupId: id })
const selectedItems = z.strictObject({ zoneId: id, ...selectionFields })

export const documents = {
  /** By name. With `search`, `groupId` or `deleted`, the matching folders of the whole zone. */
  folders: inFiles('GET /zones/{zoneId}/folders', 'list_folders', 'List the folders of a zone in one place')
    .input(
      z.strictObject({
        ...locationFields,
        search: text(200).optional(),
        groupId: id.optional(),
        /** Only deleted folders, without those that were deleted together with their parent folder. */
        deleted: trueOrText.optional(),
      }),
    )
    .output(
      z.object({
        folders: z.array(folder).max(limits.foldersMost),
        /** The path from the root to the current folder. */
        path: z.array(namedReference).max(limits.folderDepthMost),
      }),
    ),
  /** Internal admins may omit `zoneId`. With any filter, all folders are searched instead of one. */
  files: inFiles(
    'GET /documents',
    'list_documents',
    'List the files of a zone, or of all zones, in one place',
  )
    .input(
      paging.extend({
        ...locationFields,
        zoneId: id.optional(),
        search: text(200).optional(),
        groupId: id.optional(),
        deleted: trueOrText.optional(),
        /** Lists the files in all folders. */
        everywhere: trueOrText.optional(),
        /** Lists, in all folders, the files that the caller was asked to read and has not confirmed. */
        toRead: trueOrText.optional(),
        /** Lists, in all folders, the files that everybody in their zone was asked to read. */
        forEverybody: trueOrText.optional(),
        /** Lists, in all folders, the files whose review is overdue or due within a week. Empty for people who may not upload. */
        toReview: trueOrText.optional(),
        sort,
      }),
    )
    .output(page(document))
    .errors(pick('CURSOR_INVALID')),
  get: inFiles('GET /zones/{zoneId}/documents/{documentId}', 'get_document', 'Read one file of a zone')
    .input(documentRef)
    .output(document),
  /** By name: the top level; a search covers every level. Internal admins only. */
  allFolders: signedIn('GET /folders', 'list_all_folders', 'List the folders of all zones')
    .input(paging.extend({ search: text(200).optional() }))
    .output(page(folder))
    .errors(pick('CURSOR_INVALID')),
  createFolder: inFiles('POST /zones/{zoneId}/folders', 'create_folder', 'Create a folder', 201)
    .input(z.strictObject({ ...locationFields, name: folderName, description }))
    .output(z.object({ folderId: id }))
    .errors(pick('FOLDER_NAME_TAKEN', 'FOLDERS_FULL', 'FOLDER_MOVE_INVALID')),
  updateFolder: inFiles(
    'PUT /zones/{zoneId}/folders/{folderId}',
    'update_folder',
    'Change the name and description of a folder',
  )
    .input(z.strictObject({ zoneId: id, folderId: id, name: folderName, description }))
    .output(z.object({ updated: z.literal(true) }))
    .errors(pick('FOLDER_NAME_TAKEN')),
  /** If the folder has a file of the same name, it becomes its next version. */
  add: inFiles('POST /zones/{zoneId}/documents', 'create_document', 'Put an uploaded file into a folder', 201)
    .input(z.strictObject({ ...locationFields, fileId: id, title }))
    .output(z.object({ documentId: id, version: z.int() }))
    .errors(pick('FILE_NOT_FOUND', 'QUOTA_FULL')),
  /** Changes the title. With `review`, also plans the next review or, if it is null, ends the reviews. */
  rename: inFiles(
    'PUT /zones/{zoneId}/documents/{documentId}',
    'update_document',
    'Change the title of a file and the day of its review',
  )
    .input(documentRef.extend({ title, review: reviewPlan.nullable().optional() }))
    .output(z.object({ updated: z.literal(true) })),
  /** Plans the next after the same interval, if it repeats. Sending it twice records one review. */
  review: inFiles(
    'POST /zones/{zoneId}/documents/{documentId}/reviews',
    'review_document',
    'Record that a file was reviewed',
  )
    .input(documentRef.extend({ dueOn: day }))
    .output(z.object({ dueOn: z.iso.date().nullable() }))
    .errors(pick('REVIEW_NOT_PLANNED')),
  /** Without `folderId`, to the top level. */
  move: inFiles('POST /zones/{zoneId}/files/move', 'move_files', 'Move folders and files of a zone')
    .input(z.strictObject({ ...locationFields, ...selectionFields }))
    .output(z.object({ moved: z.int() }))
    .errors(pick('FOLDER_NAME_TAKEN', 'DOCUMENT_NAME_TAKEN', 'FOLDER_MOVE_INVALID')),
  /** Counts the folders and files that would be deleted. */
  removal: inFiles(
    'POST /zones/{zoneId}/files/removal',
    'preview_files_removal',
    'Count what goes with folders and files',
  )
    .input(selectedItems)
    .output(z.object({ folders: z.int(), documents: z.int() })),
  /** Folders with their contents. They can be restored for 30 days. */
  remove: inFiles('POST /zones/{zoneId}/files/delete', 'delete_files', 'Delete folders and files')
    .input(selectedItems)
    .output(z.object({ removed: z.int() })),
  restore: inFiles(
    'POST /zones/{zoneId}/files/restore',
    'restore_files',
    'Take back deleted folders and files',
  )
    .input(selectedItems)
    .output(z.object({ restored: z.int() }))
    .errors(pick('FOLDER_NAME_TAKEN', 'DOCUMENT_NAME_TAKEN')),
  linkGroup: inFiles(
    'POST /zones/{zoneId}/folders/{folderId}/groups',
    'link_group_to_folder',
    'Give a folder to a group',
  )
    .input(groupLinkRef)
    .output(z.object({ linked: z.literal(true) }))
    .errors(pick('GROUP_NOT_FOUND', 'GROUP_LINKED')),
  unlinkGroup: inFiles(
    'DELETE /zones/{zoneId}/folders/{folderId}/groups/{groupId}',
    'unlink_group_from_folder',
    'Take a folder from a group',
  )
    .input(groupLinkRef)
    .output(z.object({ unlinked: z.boolean() })),
  openFolder: inFiles(
    'DELETE /zones/{zoneId}/folders/{folderId}/groups',
    'open_folder',
    'Take a folder from all groups, so that everybody in the zone sees it',
  )
    .input(z.strictObject({ zoneId: id, folderId: id }))
    .output(z.object({ opened: z.literal(true) })),
  versions: inFiles(
    'GET /zones/{zoneId}/documents/{documentId}/versions',
    'list_document_versions',
    'List the versions of a file, newest first',
  )
    .input(documentRef)
    .output(
      z.object({
        versions: z
          .array(z.object({ version: z.int(), file: attachment, uploadedBy: z.string(), createdAt: instant }))
          .max(limits.documentVersionsMost),
      }),
    ),
  /** Makes an old version the newest again, under a new version number. */
  restoreVersion: inFiles(
    'POST /zones/{zoneId}/documents/{documentId}/versions/{version}/restore',
    'restore_document_version',
    'Restore a former version of a file',
  )
    .input(
      documentRef.extend({ version: fitting(z.coerce.number().int().min(1).max(2_147_483_647), 'integer') }),
    )
    .output(z.object({ version: z.int() })),
  /** Returns new links that open a file, or an older version of it, for five minutes. */
  fileLink: inFiles(
    'POST /zones/{zoneId}/documents/{documentId}/link',
    'link_document',
    'Make a link that opens a file for five minutes',
  )
    .input(documentRef.extend({ version: count.min(1).optional() }))
    .output(fileLinks)
    .errors(pick('FILE_NOT_FOUND')),
  /** Returns the number of the zone's files, the bytes they use, and the quota; null means that only disk space limits them. */
  usage: inZone(
    'GET /zones/{zoneId}/documents/usage',
    'read_files_usage',
    'Read how much space the files of a zone take',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ files: z.int(), used: z.int(), quota: z.int().nullable() })),
  /** With `search`, those that match. Internal admins only. */
  countAll: signedIn('GET /documents/count', 'count_all_documents', 'Count the files of all zones')
    .input(z.strictObject({ search: text(200).optional() }).optional())
    .output(z.object({ documents: z.int() })),
  /** Asks the people in the zone or in a group to read a document; `ask: false` ends the request. Confirmations are kept. */
  askReading: inFiles(
    'PUT /zones/{zoneId}/documents/{documentId}/reading',
    'ask_to_read_document',
    'Ask people to read a file and confirm it',
  )
    .input(documentRef.extend({ ask: z.boolean(), groupId: id.nullable().default(null) }))
    .output(z.object({ asked: z.boolean() }))
    .errors(pick('GROUP_NOT_FOUND')),
  /** Confirms that the caller has read `version`, by default the newest. */
  confirm: inFiles(
    'POST /zones/{zoneId}/documents/{documentId}/confirmation',
    'confirm_document',
    'Confirm that you have read a file',
  )
    .input(documentRef.extend({ version: fitting(z.int().min(1), 'integer').optional(), waitedMs }))
    .output(z.object({ confirmed: z.literal(true) }))
    .errors(pick('NOT_A_READER', 'DOCUMENT_VERSION_UNKNOWN')),
  readers: inFiles(
    'GET /zones/{zoneId}/documents/{documentId}/readers',
    'list_document_readers',
    'List who is to read a file and who has',
  )
    .input(documentRef)
    .output(
      z.object({
        confirmed: z.int(),
        people: z.int(),
        /** At most 1,000 people, those without a confirmation first. */
        readers: z.array(documentReader).max(1_000),
        remindedAt: instant.nullable(),
        /** At most 1,000 confirmations of any version, newest version first. Includes people who are no longer asked. */
        confirmations: z.array(documentConfirmation).max(1_000),
      }),
    ),
  remind: inFiles(
    'POST /zones/{zoneId}/documents/{documentId}/reminder',
    'remind_document_readers',
    'Remind those who have not confirmed a file',
  )
    .input(documentRef)
    .output(z.object({ people: z.int() }))
    .errors(pick('REMINDED_ALREADY', 'READING_NOT_ASKED')),
}
