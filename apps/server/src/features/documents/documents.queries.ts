import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { one } from '../../db/rows.ts'
import { wireTime } from '../../db/wire-time.ts'
import { escapeLikePattern } from '../../lib/like-text.ts'
import type { PageOf } from '../../rpc/paging.ts'
import { isReviewDue } from './reviews.queries.ts'

/** Retention of deleted files (ms); the specification does not define it. */
const deletedRetentionMs = 30 * 24 * 60 * 60_000

const selectDocuments = (tx: Tx, userId: string) =>
  tx
    .selectFrom('documents as d')
    .innerJoin('zones as z', 'z.id', 'd.zone_id')
    .leftJoin('stored_files as s', 's.path', 'd.file_url')
    .leftJoin('document_readings as r', 'r.document_id', 'd.id')
    .leftJoin('groups as g', 'g.id', 'r.group_id')
    .leftJoin('document_confirmations as c', join =>
      join
        .onRef('c.document_id', '=', 'd.id')
        .onRef('c.version', '=', 'd.version')
        .on('c.user_id', '=', userId),
    )
    .select(['d.id as document_id', 'd.zone_id', 'z.name as zone_name', 'd.folder_id', 'd.title'])
    .select(['d.file_name', 'd.version'])
    .select(['d.file_size', 'd.file_type'])
    .select(['d.uploaded_by', 'd.created_at', 'd.updated_at', 'd.deleted_at'])
    .select(['s.id', 's.path', 's.name', 's.media_type', 's.size_bytes', 's.has_thumbnail'])
    .select(['d.review_on', 'd.review_months', 'd.reviewed_at', 'd.reviewed_by'])
    .select(['r.document_id as asked', 'r.group_id', 'g.name as group_name', 'c.version as confirmed'])
    .select(sql<boolean>`case when r.document_id is null then false else is_reader(d.id) end`.as('is_reader'))
    .select(wireTime('d.updated_at').as('updated_at_exact'))
export type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>['execute']>>[number]

export type DocumentFilter = {
  /** The zone; undefined for all zones visible to the actor. */
  zoneId?: string
  folderId?: string | undefined
  search?: string | undefined
  groupId?: string | undefined
  deleted?: true | undefined
  everywhere?: true | undefined
  toRead?: true | undefined
  forEverybody?: true | undefined
  /** Lists the files whose review is overdue or due soon; its value is the installation's time zone. */
  reviewsIn?: string | undefined
  sort: 'name' | 'newest' | 'largest'
}
export type DocumentCursor = { name: string; updatedAt: string; size: number; id: string }

/**
 * In one folder or the top level; with any filter, in all folders. `deleted` leaves out files deleted with their folder. Indexes for
 * the top-level files of all zones: documents_top_by_name, documents_top_newest, documents_top_largest.
 */
export function listDocuments(
  tx: Tx,
  userId: string,
  {
    zoneId,
    folderId,
    search,
    groupId,
    deleted,
    everywhere,
    toRead,
    forEverybody,
    reviewsIn,
    sort,
  }: DocumentFilter,
  { after, limit }: PageOf<DocumentCursor>,
) {
  let query = selectDocuments(tx, userId).limit(limit)
  if (zoneId) query = query.where('d.zone_id', '=', zoneId)
  query = deleted
    ? query.where('d.deleted_at', 'is not', null).where(sql<boolean>`d.deleted_with = d.id`)
    : query.where('d.deleted_at', 'is', null)
  if (search) {
    const pattern = `%${escapeLikePattern(search)}%`
    query = query.where(eb => eb.or([eb('d.title', 'ilike', pattern), eb('d.file_name', 'ilike', pattern)]))
  }
  if (groupId)
    query = query.where(
      sql<boolean>`d.folder_id in (select folder_id from folder_group_links where group_id = ${groupId})`,
    )
  if (toRead)
    query = query
      .where('r.document_id', 'is not', null)
      .where('c.version', 'is', null)
      .where(sql<boolean>`is_reader(d.id)`)
  if (forEverybody) query = query.where('r.document_id', 'is not', null).where('r.group_id', 'is', null)
  if (reviewsIn !== undefined) query = query.where(isReviewDue(reviewsIn))
  if (!search && !groupId && !deleted && !everywhere && !toRead && !forEverybody && reviewsIn === undefined)
    query = folderId ? query.where('d.folder_id', '=', folderId) : query.where('d.folder_id', 'is', null)
  switch (sort) {
    case 'name':
      query = query.orderBy(sql`lower(d.title)`).orderBy('d.id')
      return (
        after
          ? query.where(sql<boolean>`(lower(d.title), d.id) > (lower(${after.name}), ${after.id}::uuid)`)
          : query
      ).execute()
    case 'newest':
      query = query.orderBy('d.updated_at', 'desc').orderBy('d.id', 'desc')
      return (
        after
          ? query.where(
              sql<boolean>`(d.updated_at, d.id) < (${after.updatedAt}::timestamptz, ${after.id}::uuid)`,
            )
          : query
      ).execute()
    case 'largest':
      query = query.orderBy('d.file_size', 'desc').orderBy('d.id', 'desc')
      return (
        after
          ? query.where(sql<boolean>`(d.file_size, d.id) < (${after.size}::int, ${after.id}::uuid)`)
          : query
      ).execute()
  }
}

export const findDocument = (tx: Tx, userId: string, zoneId: string, documentId: string) =>
  selectDocuments(tx, userId)
    .where('d.id', '=', documentId)
    .where('d.zone_id', '=', zoneId)
    .where('d.deleted_at', 'is', null)
    .executeTakeFirst()

/** Finds the document with this file name in a folder, or at the top level, and locks it until the transaction ends. */
export const lockDocumentByName = (tx: Tx, zoneId: string, folderId: string | undefined, fileName: string) =>
  tx
    .selectFrom('documents')
    .select(['id', 'version'])
    .where('zone_id', '=', zoneId)
    .where(sql<boolean>`folder_id is not distinct from ${folderId ?? null}::uuid`)
    .where(sql<boolean>`lower(file_name) = lower(${fileName})`)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Finds the document that has this file, uploaded by this person, as its current or an earlier version. */
export const findDocumentByFile = (tx: Tx, fileId: string, uploadedBy: string, zoneId: string) =>
  tx
    .selectFrom('stored_files as s')
    .innerJoin('documents as d', 'd.id', 's.document_id')
    .select(['d.id', 'd.version'])
    .where('s.id', '=', fileId)
    .where('s.uploaded_by', '=', uploadedBy)
    .where('d.zone_id', '=', zoneId)
    .executeTakeFirst()

export type NewVersion = {
  readonly fileName: string
  readonly path: string
  readonly size: number
  readonly mediaType: string
  readonly uploadedBy: string
}

export const insertDocument = (
  tx: Tx,
  it: NewVersion & { zoneId: string; folderId: string | undefined; title: string },
) =>
  tx
    .insertInto('documents')
    .values({
      title: it.title,
      file_name: it.fileName,
      file_url: it.path,
      file_size: it.size,
      file_type: it.mediaType,
      uploaded_by: it.uploadedBy,
      zone_id: it.zoneId,
      folder_id: it.folderId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const setVersion = (tx: Tx, documentId: string, version: number, it: NewVersion) =>
  tx
    .updateTable('documents')
    .set({
      file_name: it.fileName,
      file_url: it.path,
      file_size: it.size,
      file_type: it.mediaType,
      uploaded_by: it.uploadedBy,
      version,
    })
    .where('id', '=', documentId)
    .execute()

export const insertVersion = (tx: Tx, documentId: string, version: number, it: NewVersion) =>
  tx
    .insertInto('document_versions')
    .values({
      document_id: documentId,
      version,
      file_name: it.fileName,
      file_url: it.path,
      file_size: it.size,
      file_type: it.mediaType,
      uploaded_by: it.uploadedBy,
    })
    .execute()

/** Lists a document's versions, newest first. */
export const listVersions = (tx: Tx, documentId: string) =>
  tx
    .selectFrom('document_versions as v')
    .leftJoin('stored_files as s', 's.path', 'v.file_url')
    .select([
      'v.version',
      'v.file_name',
      'v.file_url',
      'v.file_size',
      'v.file_type',
      'v.uploaded_by',
      'v.created_at',
    ])
    .select(['s.id', 's.path', 's.name', 's.media_type', 's.size_bytes', 's.has_thumbnail'])
    .where('v.document_id', '=', documentId)
    .orderBy('v.version', 'desc')
    .limit(limits.documentVersionsMost)
    .execute()

export const updateTitle = (tx: Tx, documentId: string, title: string) =>
  tx.updateTable('documents').set({ title }).where('id', '=', documentId).execute()

/** In bytes, including old versions and deleted files; `files` counts those not deleted. */
export const readUsage = (tx: Tx, zoneId: string) =>
  one(tx)<{ files: number; used: number }>`
    select count(*) filter (where d.deleted_at is null) as files, coalesce(sum(v.size), 0)::bigint as used
    from documents d, lateral (
      select sum(s.size_bytes) as size from stored_files s where s.document_id = d.id) v
    where d.zone_id = ${zoneId}`

export async function countAllDocuments(tx: Tx, search = ''): Promise<number> {
  const pattern = `%${escapeLikePattern(search)}%`
  const { count } = await one(tx)<{ count: number }>`
    select count(*) as count from documents
    where deleted_at is null and (title ilike ${pattern} or file_name ilike ${pattern})`
  return count
}

/** Permanently deletes old documents and folders from the bin, with their content; returns the zone of each. */
export async function purgeDeleted(tx: Tx): Promise<string[]> {
  const purgeBefore = sql<Date>`now() - ${deletedRetentionMs}::float8 * interval '1 ms'`
  const purge = (table: 'documents' | 'folders') =>
    tx.deleteFrom(table).where('deleted_at', '<', purgeBefore).returning('zone_id').execute()
  const rows = [...(await purge('documents')), ...(await purge('folders'))]
  return rows.map(row => row.zone_id)
}

/** Lists the zones with files that a person uploaded, reviewed or confirmed, or that others confirmed at the person's request. */
export async function listUploadZones(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('documents as d')
    .select('d.zone_id')
    .distinct()
    .where(
      sql<boolean>`d.id in (
        select id from documents where reviewed_by = ${userId}
        union all select document_id from document_versions where uploaded_by = ${userId}
        union all select document_id from document_confirmations where user_id = ${userId} or asked_by = ${userId})`,
    )
    .execute()
  return rows.map(row => row.zone_id)
}
