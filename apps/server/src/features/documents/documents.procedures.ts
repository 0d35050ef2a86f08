import type { ReadingProgress } from '@muster/contract/documents.ts'
import { id } from '@muster/contract/ids.ts'
import { can } from '@muster/domain/permission.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames } from '../../db/person-names.ts'
import { pluck } from '../../db/rows.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, inZone, inZoneOrAll, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { fileLinks } from '../files/index.ts'
import { addDocument, restoreVersion } from './add-document.ts'
import {
  changeFolder,
  createFolder,
  moveFiles,
  removeFiles,
  requireFolder,
  restoreFiles,
} from './change-files.ts'
import { documentsEvents } from './documents.events.ts'
import {
  countAllDocuments,
  type DocumentFilter,
  type DocumentRow,
  findDocument,
  listDocuments,
  listVersions,
  readUsage,
  updateTitle,
} from './documents.queries.ts'
import { documentFileView, documentView, folderView } from './documents.view.ts'
import {
  deleteLink,
  deleteLinks,
  findGroupOfZone,
  insertLink,
  listAllFolders,
  listFolders,
  lockFolderTree,
  readFolderPath,
} from './folders.queries.ts'
import { readingsProcedures } from './readings.procedures.ts'
import { countReaders } from './readings.queries.ts'
import { reviewsProcedures } from './reviews.procedures.ts'
import { updateReviewPlan } from './reviews.queries.ts'
import { countInside } from './selection.queries.ts'

const documentLinkLifetimeMs = 5 * 60_000

const documentCursors = createCursors('documents', {
  name: [z.string(), 'title'],
  updatedAt: [z.string(), 'updated_at_exact'],
  size: [z.int(), 'file_size'],
  id: [id, 'document_id'],
})
const folderCursors = createCursors('folders of all zones', { name: z.string(), id })
/** Limits lists and searches across all zones, because a search reads every name. */
const allZonesLimit = { name: 'files-of-all-zones', points: 240, seconds: 60 }
const changeLimit = { name: 'files-change', points: 600, seconds: 60 * 60 }

/** Procedures for the folders and files of a zone. */
export function documentsProcedures({ links, env }: Pick<Platform, 'links' | 'env'>) {
  return {
    ...readingsProcedures,
    ...reviewsProcedures({ env }),

    folders: api.documents.folders
      .use(inZone('view_files'))
      .handler(async ({ context: { tx, zone }, input: { zoneId: _, ...filter } }) => {
        const path = filter.folderId === undefined ? [] : await readFolderPath(tx, zone.id, filter.folderId)
        if (filter.folderId !== undefined && path.length === 0) throw fail('FOLDER_NOT_FOUND')
        return { folders: (await listFolders(tx, { ...filter, zoneId: zone.id })).map(folderView), path }
      }),

    files: api.documents.files
      .use(inZoneOrAll('view_files', { allZonesRate: allZonesLimit }))
      .handler(
        async ({ context: { tx, actor, zone, linkTo }, input: { cursor, limit, toReview, ...filter } }) => {
          if (zone) await requireFolder(tx, zone.id, filter.folderId)
          const seesReaders = zone !== undefined && mayInZone(zone, 'view_zone_users')
          const seesReviews = zone ? mayInZone(zone, 'upload_files') : can(actor.role, 'upload_files')
          if (toReview && !seesReviews) return { rows: [], next: null }
          const viewer = { actor, linkTo, seesReaders, seesReviews }
          return readDocumentPage(
            tx,
            viewer,
            { ...filter, ...(toReview && { reviewsIn: env.TIME_ZONE }) },
            { cursor, limit },
          )
        },
      ),

    get: api.documents.get
      .use(inZone('view_files'))
      .handler(async ({ context: { tx, actor, zone, linkTo }, input }) => {
        const row = await requireDocument(tx, actor.userId, zone.id, input.documentId)
        const toPerson = await loadPersonNames(tx, [row.uploaded_by, row.reviewed_by])
        return documentView(row, toPerson, linkTo, { seesReviews: mayInZone(zone, 'upload_files') })
      }),

    allFolders: api.documents.allFolders
      .use(signedIn('view_all_zones', { rateLimit: allZonesLimit }))
      .handler(async ({ context: { tx }, input: { cursor, limit, search } }) => {
        const page = await folderCursors.read({ cursor, limit }, it => listAllFolders(tx, search, it))
        return page.map(folderView)
      }),

    createFolder: api.documents.createFolder
      .use(inZone('create_folders', { rateLimit: changeLimit }))
      .handler(async ({ context, input }) => ({
        folderId: await createFolder(context, {
          zoneId: context.zone.id,
          folderId: input.folderId,
          name: input.name,
          description: input.description,
          createdBy: context.actor.userId,
        }),
      })),

    updateFolder: api.documents.updateFolder
      .use(inZone('create_folders', { rateLimit: changeLimit }))
      .handler(async ({ context, input }) => {
        await changeFolder(context, { ...input, zoneId: context.zone.id })
        return { updated: true as const }
      }),

    add: api.documents.add
      .use(inZone('upload_files', { rateLimit: changeLimit }))
      .handler(({ context, input: { folderId, fileId, title } }) =>
        addDocument(context, {
          zoneId: context.zone.id,
          folderId,
          fileId,
          title,
          userId: context.actor.userId,
          quota: toQuota(env),
        }),
      ),

    rename: api.documents.rename
      .use(inZone('upload_files', { rateLimit: changeLimit }))
      .handler(async ({ context: { tx, publish, actor, zone }, input }) => {
        const { document_id } = await requireDocument(tx, actor.userId, zone.id, input.documentId)
        await updateTitle(tx, document_id, input.title)
        if (input.review !== undefined) await updateReviewPlan(tx, document_id, input.review)
        publish(documentsEvents, { kind: 'documents.changed', zoneId: zone.id })
        return { updated: true as const }
      }),

    move: api.documents.move
      .use(inZone('create_folders', { rateLimit: changeLimit }))
      .handler(async ({ context, input: { folderId, folders, documents } }) => ({
        moved: await moveFiles(context, { zoneId: context.zone.id, folders, documents }, folderId),
      })),

    removal: api.documents.removal
      .use(inZone('delete_files'))
      .handler(({ context: { tx, zone }, input }) => countInside(tx, { ...input, zoneId: zone.id })),

    remove: api.documents.remove
      .use(inZone('delete_files', { rateLimit: changeLimit }))
      .handler(async ({ context, input }) => ({
        removed: await removeFiles(context, { ...input, zoneId: context.zone.id }, context.actor.userId),
      })),

    restore: api.documents.restore
      .use(inZone('delete_files', { rateLimit: changeLimit }))
      .handler(async ({ context, input }) => ({
        restored: await restoreFiles(context, { ...input, zoneId: context.zone.id }),
      })),

    linkGroup: api.documents.linkGroup
      .use(inZone('link_folders', { rateLimit: changeLimit }))
      .handler(async ({ context: { tx, publish, actor, zone }, input: { folderId, groupId } }) => {
        await lockFolderTree(tx, zone.id)
        await requireFolder(tx, zone.id, folderId)
        if (!(await findGroupOfZone(tx, zone.id, groupId))) throw fail('GROUP_NOT_FOUND')
        if (!(await insertLink(tx, { folderId, groupId, createdBy: actor.userId })))
          throw fail('GROUP_LINKED')
        publish(documentsEvents, { kind: 'documents.changed', zoneId: zone.id })
        return { linked: true as const }
      }),

    unlinkGroup: api.documents.unlinkGroup
      .use(inZone('link_folders', { rateLimit: changeLimit }))
      .handler(async ({ context: { tx, publish, zone }, input: { folderId, groupId } }) => {
        await lockFolderTree(tx, zone.id)
        await requireFolder(tx, zone.id, folderId)
        const wasUnlinked = await deleteLink(tx, folderId, groupId)
        if (wasUnlinked) publish(documentsEvents, { kind: 'documents.changed', zoneId: zone.id })
        return { unlinked: wasUnlinked }
      }),

    openFolder: api.documents.openFolder
      .use(inZone('link_folders', { rateLimit: changeLimit }))
      .handler(async ({ context: { tx, publish, zone }, input: { folderId } }) => {
        await lockFolderTree(tx, zone.id)
        await requireFolder(tx, zone.id, folderId)
        await deleteLinks(tx, folderId)
        publish(documentsEvents, { kind: 'documents.changed', zoneId: zone.id })
        return { opened: true as const }
      }),

    versions: api.documents.versions
      .use(inZone('view_files'))
      .handler(async ({ context: { tx, actor, zone, linkTo }, input: { documentId } }) => {
        await requireDocument(tx, actor.userId, zone.id, documentId)
        const rows = await listVersions(tx, documentId)
        const toPerson = await loadPersonNames(tx, pluck(rows, 'uploaded_by'))
        return {
          versions: rows.map(row => ({
            version: row.version,
            file: documentFileView(row, documentId, linkTo),
            uploadedBy: toPerson(row.uploaded_by).name,
            createdAt: row.created_at.toISOString(),
          })),
        }
      }),

    restoreVersion: api.documents.restoreVersion
      .use(inZone('upload_files', { rateLimit: changeLimit }))
      .handler(async ({ context, input: { documentId, version } }) => {
        const { tx, actor, zone } = context
        await lockFolderTree(tx, zone.id)
        const { version: newestVersion } = await requireDocument(tx, actor.userId, zone.id, documentId)
        const document = { zoneId: zone.id, documentId, newest: newestVersion, userId: actor.userId }
        return { version: await restoreVersion(context, { ...document, version }) }
      }),

    fileLink: api.documents.fileLink
      .use(inZone('view_files'))
      .handler(async ({ context: { tx, actor, zone }, input: { documentId, version } }) => {
        const newestDocument = await requireDocument(tx, actor.userId, zone.id, documentId)
        const file =
          version === undefined
            ? newestDocument
            : (await listVersions(tx, documentId)).find(it => it.version === version)
        if (!file) throw fail('DOCUMENT_NOT_FOUND')
        const { path, has_thumbnail } = file
        if (path === null) throw fail('FILE_NOT_FOUND')
        return fileLinks({ path, has_thumbnail: has_thumbnail ?? false }, it =>
          links.linkTo(it, actor.sessionId, documentLinkLifetimeMs),
        )
      }),

    usage: api.documents.usage.use(inZone('view_files')).handler(async ({ context: { tx, zone } }) => ({
      ...(await readUsage(tx, zone.id)),
      quota: toQuota(env),
    })),

    countAll: api.documents.countAll
      .use(signedIn('view_all_zones'))
      .handler(async ({ context: { tx }, input }) => ({
        documents: await countAllDocuments(tx, input?.search),
      })),
  }
}

async function readDocumentPage(
  tx: Tx,
  viewer: {
    actor: { userId: string }
    linkTo: (path: string) => string
    seesReaders: boolean
    seesReviews: boolean
  },
  filter: DocumentFilter,
  position: { cursor?: string | undefined; limit: number },
) {
  const { actor, linkTo, seesReaders, seesReviews } = viewer
  const page = await documentCursors.read(position, it => listDocuments(tx, actor.userId, filter, it))
  const toPerson = await loadPersonNames(tx, pluck(page.rows, 'uploaded_by', 'reviewed_by'))
  const progressById = seesReaders ? await loadProgress(tx, page.rows) : new Map()
  return page.map(row =>
    documentView(row, toPerson, linkTo, { progress: progressById.get(row.document_id), seesReviews }),
  )
}

/** Loads how many have read each of the documents that somebody is required to read. */
async function loadProgress(tx: Tx, rows: readonly DocumentRow[]): Promise<Map<string, ReadingProgress>> {
  const documentIds = rows.filter(row => row.asked !== null).map(row => row.document_id)
  if (documentIds.length === 0) return new Map()
  const counts = await countReaders(tx, documentIds)
  return new Map(counts.map(({ document_id, confirmed, people }) => [document_id, { confirmed, people }]))
}

/** Returns the maximum number of bytes for the files of one zone; null for no limit. */
export const toQuota = ({
  ZONE_FILES_QUOTA_MB,
}: Pick<Platform['env'], 'ZONE_FILES_QUOTA_MB'>): number | null =>
  ZONE_FILES_QUOTA_MB === 0 ? null : ZONE_FILES_QUOTA_MB * 1024 * 1024

async function requireDocument(tx: Tx, userId: string, zoneId: string, documentId: string) {
  const row = await findDocument(tx, userId, zoneId, documentId)
  if (!row) throw fail('DOCUMENT_NOT_FOUND')
  return row
}
