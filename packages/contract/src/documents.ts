import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { inZoneProcedure, signedInProcedure } from './base.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant, waitedMs } from './ids.ts'
import { count } from './numbers.ts'
import { page, paging, yes } from './paging.ts'
import { attachment, fileLinks } from './stored-files.ts'
import { oneLine, text } from './texts.ts'

const named = z.object({ id, name: z.string() })

export const folder = z.object({
  id,
  zoneId: id,
  zoneName: z.string(),
  parentFolderId: id.nullable(),
  name: z.string(),
  description: z.string().nullable(),
  /** Of what lies in it and is not deleted. */
  folders: z.int(),
  files: z.int(),
  /** Whether only the groups it is linked to, and those who look after the zone, see it. These groups may have been deleted. */
  forGroups: z.boolean(),
  groups: z.array(named).max(limits.foldersMost),
  createdAt: instant,
  deletedAt: instant.nullable(),
})
export type Folder = z.infer<typeof folder>

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
  /** Of a document that is to be read: by whom, and whether the caller is meant and has confirmed this version. */
  reading: z
    .object({
      group: named.nullable(),
      mine: z.enum(['asked', 'confirmed', 'not asked']),
    })
    .nullable(),
})
export type Document = z.infer<typeof document>

export const documentReader = z.object({
  userId: id,
  name: z.string(),
  confirmedAt: instant.nullable(),
  /** Whether they confirmed the version that is there now. */
  isCurrent: z.boolean(),
})
export type DocumentReader = z.infer<typeof documentReader>

/** That somebody read a version. It is kept with who asked when nobody is asked any more; null: that account is gone, or the confirmation arrived late and is older than the request. */
export const documentConfirmation = z.object({
  userId: id,
  name: z.string(),
  version: z.int(),
  confirmedAt: instant,
  askedBy: z.string().nullable(),
})
export type DocumentConfirmation = z.infer<typeof documentConfirmation>

const selection = {
  folders: fitting(z.array(id).max(limits.selectionMost), 'uuid[]').default([]),
  documents: fitting(z.array(id).max(limits.selectionMost), 'uuid[]').default([]),
}
const folderName = oneLine(limits.folderNameMaxLength).min(1, 'Folder name is required')
const description = text(2_000).default('')
const title = oneLine(200).min(1, 'Title is required')
/** A folder of a zone, or its top level. */
const place = { zoneId: id, folderId: id.optional() }
const found = inZoneProcedure.errors(pick('FOLDER_NOT_FOUND', 'DOCUMENT_NOT_FOUND'))
const ofDocument = z.strictObject({ zoneId: id, documentId: id })

/** Folders and files of a zone. */
export const documents = {
  /** The folders in a place, by name; or of the whole zone those whose name holds a text, or that were given to a group. */
  folders: found
    .route({
      method: 'GET',
      path: '/zones/{zoneId}/folders',
      operationId: 'list_folders',
      summary: 'List the folders of a zone in one place',
      tags: ['files'],
    })
    .input(
      z.strictObject({
        ...place,
        search: text(200).optional(),
        groupId: id.optional(),
        /** Only what was deleted and can be taken back. */
        deleted: yes.optional(),
      }),
    )
    .output(
      z.object({
        folders: z.array(folder).max(limits.foldersMost),
        /** The way from the root to the folder one looks in. */
        path: z.array(named).max(limits.folderDepthMost),
      }),
    ),
  /** In one place of a zone; for internal admins, without `zoneId`, in that place of all zones. A search covers files in folders too. */
  files: found
    .route({
      method: 'GET',
      path: '/documents',
      operationId: 'list_documents',
      summary: 'List the files of a zone, or of all zones, in one place',
      tags: ['files'],
    })
    .input(
      paging.extend({
        ...place,
        zoneId: id.optional(),
        search: text(200).optional(),
        groupId: id.optional(),
        deleted: yes.optional(),
        /** In all folders. */
        everywhere: yes.optional(),
        sort: z.enum(['name', 'newest', 'largest']).default('name'),
      }),
    )
    .output(page(document))
    .errors(pick('CURSOR_INVALID')),
  /** Top-level folders of all zones, by name; a search covers folders at every level. Internal admins only. */
  allFolders: signedInProcedure
    .route({
      method: 'GET',
      path: '/folders',
      operationId: 'list_all_folders',
      summary: 'List the folders of all zones',
      tags: ['files'],
    })
    .input(paging.extend({ search: text(200).optional() }))
    .output(page(folder))
    .errors(pick('CURSOR_INVALID')),
  createFolder: found
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/folders',
      operationId: 'create_folder',
      summary: 'Create a folder',
      tags: ['files'],
      successStatus: 201,
    })
    .input(z.strictObject({ ...place, name: folderName, description }))
    .output(z.object({ folderId: id }))
    .errors(pick('FOLDER_NAME_TAKEN', 'FOLDERS_FULL', 'FOLDER_MOVE_INVALID')),
  updateFolder: found
    .route({
      method: 'PUT',
      path: '/zones/{zoneId}/folders/{folderId}',
      operationId: 'update_folder',
      summary: 'Change the name and description of a folder',
      tags: ['files'],
    })
    .input(z.strictObject({ zoneId: id, folderId: id, name: folderName, description }))
    .output(z.object({ updated: z.literal(true) }))
    .errors(pick('FOLDER_NAME_TAKEN')),
  /** Names a file that was uploaded before. One of the same name in the same place becomes its next version. */
  add: found
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/documents',
      operationId: 'create_document',
      summary: 'Put an uploaded file into a folder',
      tags: ['files'],
      successStatus: 201,
    })
    .input(z.strictObject({ ...place, fileId: id, title }))
    .output(z.object({ documentId: id, version: z.int() }))
    .errors(pick('FILE_NOT_FOUND', 'QUOTA_FULL')),
  rename: found
    .route({
      method: 'PUT',
      path: '/zones/{zoneId}/documents/{documentId}',
      operationId: 'update_document',
      summary: 'Change the title of a file',
      tags: ['files'],
    })
    .input(ofDocument.extend({ title }))
    .output(z.object({ updated: z.literal(true) })),
  /** Into a folder of the same zone; without one, to its top level. */
  move: found
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/files/move',
      operationId: 'move_files',
      summary: 'Move folders and files of a zone',
      tags: ['files'],
    })
    .input(z.strictObject({ ...place, ...selection }))
    .output(z.object({ moved: z.int() }))
    .errors(pick('FOLDER_NAME_TAKEN', 'DOCUMENT_NAME_TAKEN', 'FOLDER_MOVE_INVALID')),
  /** What deleting these would take along. */
  removal: found
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/files/removal',
      operationId: 'preview_files_removal',
      summary: 'Count what goes with folders and files',
      tags: ['files'],
    })
    .input(z.strictObject({ zoneId: id, ...selection }))
    .output(z.object({ folders: z.int(), documents: z.int() })),
  /** Deletes folders with all in them, and files. They can be taken back for 30 days. */
  remove: found
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/files/delete',
      operationId: 'delete_files',
      summary: 'Delete folders and files',
      tags: ['files'],
    })
    .input(z.strictObject({ zoneId: id, ...selection }))
    .output(z.object({ removed: z.int() })),
  restore: found
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/files/restore',
      operationId: 'restore_files',
      summary: 'Take back deleted folders and files',
      tags: ['files'],
    })
    .input(z.strictObject({ zoneId: id, ...selection }))
    .output(z.object({ restored: z.int() }))
    .errors(pick('FOLDER_NAME_TAKEN', 'DOCUMENT_NAME_TAKEN')),
  linkGroup: found
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/folders/{folderId}/groups',
      operationId: 'link_group_to_folder',
      summary: 'Give a folder to a group',
      tags: ['files'],
    })
    .input(z.strictObject({ zoneId: id, folderId: id, groupId: id }))
    .output(z.object({ linked: z.literal(true) }))
    .errors(pick('GROUP_NOT_FOUND', 'GROUP_LINKED')),
  unlinkGroup: found
    .route({
      method: 'DELETE',
      path: '/zones/{zoneId}/folders/{folderId}/groups/{groupId}',
      operationId: 'unlink_group_from_folder',
      summary: 'Take a folder from a group',
      tags: ['files'],
    })
    .input(z.strictObject({ zoneId: id, folderId: id, groupId: id }))
    .output(z.object({ unlinked: z.boolean() })),
  openFolder: found
    .route({
      method: 'DELETE',
      path: '/zones/{zoneId}/folders/{folderId}/groups',
      operationId: 'open_folder',
      summary: 'Take a folder from all groups, so that everybody in the zone sees it',
      tags: ['files'],
    })
    .input(z.strictObject({ zoneId: id, folderId: id }))
    .output(z.object({ opened: z.literal(true) })),
  versions: found
    .route({
      method: 'GET',
      path: '/zones/{zoneId}/documents/{documentId}/versions',
      operationId: 'list_document_versions',
      summary: 'List the versions of a file, newest first',
      tags: ['files'],
    })
    .input(ofDocument)
    .output(
      z.object({
        versions: z
          .array(z.object({ version: z.int(), file: attachment, uploadedBy: z.string(), createdAt: instant }))
          .max(limits.documentVersionsMost),
      }),
    ),
  /** Makes an old version the newest one again, under a new number. */
  restoreVersion: found
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/documents/{documentId}/versions/{version}/restore',
      operationId: 'restore_document_version',
      summary: 'Restore a former version of a file',
      tags: ['files'],
    })
    .input(
      ofDocument.extend({ version: fitting(z.coerce.number().int().min(1).max(2_147_483_647), 'integer') }),
    )
    .output(z.object({ version: z.int() })),
  /** Fresh links that open a file, or an older version of it, for five minutes. */
  fileLink: found
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/documents/{documentId}/link',
      operationId: 'link_document',
      summary: 'Make a link that opens a file for five minutes',
      tags: ['files'],
    })
    .input(ofDocument.extend({ version: count.min(1).optional() }))
    .output(fileLinks)
    .errors(pick('FILE_NOT_FOUND')),
  /** Bytes that the files of the zone take, and may take; null: as many as there is room for. */
  usage: inZoneProcedure
    .route({
      method: 'GET',
      path: '/zones/{zoneId}/documents/usage',
      operationId: 'read_files_usage',
      summary: 'Read how much space the files of a zone take',
      tags: ['files'],
    })
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ files: z.int(), used: z.int(), quota: z.int().nullable() })),
  /** Documents of all zones. Internal admins only. */
  countAll: signedInProcedure
    .route({
      method: 'GET',
      path: '/documents/count',
      operationId: 'count_all_documents',
      summary: 'Count the files of all zones',
      tags: ['files'],
    })
    .output(z.object({ documents: z.int() })),
  /** Asks the people of the zone, or of a group, to read a document; `ask: false` ends it. Confirmations stay. */
  askReading: found
    .route({
      method: 'PUT',
      path: '/zones/{zoneId}/documents/{documentId}/reading',
      operationId: 'ask_to_read_document',
      summary: 'Ask people to read a file and confirm it',
      tags: ['files'],
    })
    .input(ofDocument.extend({ ask: z.boolean(), groupId: id.nullable().default(null) }))
    .output(z.object({ asked: z.boolean() }))
    .errors(pick('GROUP_NOT_FOUND')),
  /** `version`: the one that was read, which may be older than the newest; without it, the newest. */
  confirm: found
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/documents/{documentId}/confirmation',
      operationId: 'confirm_document',
      summary: 'Confirm that you have read a file',
      tags: ['files'],
    })
    .input(ofDocument.extend({ version: fitting(z.int().min(1), 'integer').optional(), waitedMs }))
    .output(z.object({ confirmed: z.literal(true) }))
    .errors(pick('NOT_A_READER', 'DOCUMENT_VERSION_UNKNOWN')),
  readers: found
    .route({
      method: 'GET',
      path: '/zones/{zoneId}/documents/{documentId}/readers',
      operationId: 'list_document_readers',
      summary: 'List who is to read a file and who has',
      tags: ['files'],
    })
    .input(ofDocument)
    .output(
      z.object({
        confirmed: z.int(),
        people: z.int(),
        /** Those who have not come first; the first thousand. */
        readers: z.array(documentReader).max(1_000),
        remindedAt: instant.nullable(),
        /** Of every version, the newest version first, also of people who are not asked any more; the first thousand. */
        confirmations: z.array(documentConfirmation).max(1_000),
      }),
    ),
  remind: found
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/documents/{documentId}/reminder',
      operationId: 'remind_document_readers',
      summary: 'Remind those who have not confirmed a file',
      tags: ['files'],
    })
    .input(ofDocument)
    .output(z.object({ people: z.int() }))
    .errors(pick('REMINDED_ALREADY', 'READING_NOT_ASKED')),
}
