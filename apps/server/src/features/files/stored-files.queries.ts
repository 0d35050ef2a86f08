import { toOriginalPath } from '@muster/domain/attachment.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { SweepPosition } from '../../platform/feature.ts'

const columns = ['id', 'path', 'name', 'media_type', 'size_bytes', 'has_thumbnail'] as const

/** Every column that links a file to its item must be listed here, because the nightly job deletes files that match. */
const isUnused = sql<boolean>`num_nonnulls(hazard_id, broadcast_id, group_id, document_id) = 0`

export type NewFile = {
  readonly requestId: string
  readonly path: string
  readonly name: string
  readonly mediaType: string
  readonly size: number
  readonly hasThumbnail: boolean
  readonly uploadedBy: string
  readonly hazardId: string | null
}

/** Inserts a file's row; returns undefined for a repeated request. */
export const insertFile = (tx: Tx, it: NewFile) =>
  tx
    .insertInto('stored_files')
    .values({
      request_id: it.requestId,
      path: it.path,
      name: it.name,
      media_type: it.mediaType,
      size_bytes: it.size,
      has_thumbnail: it.hasThumbnail,
      uploaded_by: it.uploadedBy,
      hazard_id: it.hazardId,
    })
    .onConflict(conflict => conflict.columns(['uploaded_by', 'request_id']).doNothing())
    .returning(columns)
    .executeTakeFirst()
export type FileRow = NonNullable<Awaited<ReturnType<typeof insertFile>>>

export const findFileByRequestId = (tx: Tx, uploadedBy: string, requestId: string) =>
  tx
    .selectFrom('stored_files')
    .select([...columns, 'hazard_id'])
    .where('uploaded_by', '=', uploadedBy)
    .where('request_id', '=', requestId)
    .executeTakeFirst()

export const listHazardFiles = (tx: Tx, hazardId: string) =>
  tx
    .selectFrom('stored_files')
    .select(columns)
    .where('hazard_id', '=', hazardId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findHazardFile = (tx: Tx, hazardId: string, fileId: string) =>
  tx
    .selectFrom('stored_files')
    .select(columns)
    .where('id', '=', fileId)
    .where('hazard_id', '=', hazardId)
    .executeTakeFirst()

/** Reads the attachments of broadcasts, keyed by broadcast id. */
export async function listBroadcastFiles(tx: Tx, broadcastIds: readonly string[]) {
  const rows = await tx
    .selectFrom('stored_files')
    .select([...columns, 'broadcast_id'])
    .where('broadcast_id', '=', sql<string>`any (${[...broadcastIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(row => [row.broadcast_id, row]))
}

/** Attaches an uploaded file to a broadcast; returns undefined if it is not the person's own or is already in use. */
export const attachToBroadcast = (tx: Tx, fileId: string, broadcastId: string) =>
  tx
    .updateTable('stored_files')
    .set({ broadcast_id: broadcastId })
    .where('id', '=', fileId)
    .where(isUnused)
    .returning(columns)
    .executeTakeFirst()

/** Shares a file in a group, under the same conditions as `attachToBroadcast`. */
export const attachToGroup = (tx: Tx, fileId: string, groupId: string) =>
  tx
    .updateTable('stored_files')
    .set({ group_id: groupId })
    .where('id', '=', fileId)
    .where(isUnused)
    .returning('id')
    .executeTakeFirst()

/** Turns a file into a document, under the same conditions as `attachToBroadcast`. */
export const attachToDocument = (tx: Tx, fileId: string, documentId: string) =>
  tx
    .updateTable('stored_files')
    .set({ document_id: documentId })
    .where('id', '=', fileId)
    .where(isUnused)
    .returning('id')
    .executeTakeFirst()

export async function listFilesByPath(tx: Tx, paths: readonly string[]) {
  const rows =
    paths.length === 0
      ? []
      : await tx
          .selectFrom('stored_files')
          .select(columns)
          .where('path', '=', sql<string>`any (${[...paths]}::text[])`)
          .execute()
  return new Map(rows.map(row => [row.path, row]))
}

/** Finds a file that the person uploaded and that nothing refers to yet. */
export const findUnusedFile = (tx: Tx, fileId: string, uploadedBy: string) =>
  tx
    .selectFrom('stored_files')
    .select(columns)
    .where('id', '=', fileId)
    .where('uploaded_by', '=', uploadedBy)
    .where(isUnused)
    .executeTakeFirst()

/** Deletes a file; returns false if the actor may not. */
export async function deleteFile(tx: Tx, fileId: string): Promise<boolean> {
  const row = await tx.deleteFrom('stored_files').where('id', '=', fileId).returning('id').executeTakeFirst()
  return row !== undefined
}

/** Removes the attachment of a broadcast the actor may change. The content is removed with the row. */
export const deleteBroadcastFile = (tx: Tx, broadcastId: string) =>
  tx.deleteFrom('stored_files').where('broadcast_id', '=', broadcastId).execute()

/** Deletes up to `limit` uploads that are more than a day old and that nothing refers to; a trigger removes their content. */
export const deleteUnusedFiles = (limit: number) =>
  sql`delete from stored_files where id = any(array(
    select id from stored_files
    where ${isUnused} and created_at < now() - ${limits.orphanFileMs}::float8 * interval '1 ms' limit ${limit}))`

/** True if the actor may read the file at the path, or the file whose thumbnail or preview it is. */
export async function isVisibleFile(tx: Tx, path: string): Promise<boolean> {
  const row = await tx
    .selectFrom('stored_files')
    .select('id')
    .where('path', '=', toOriginalPath(path))
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the next stored files, ordered by id, after a cursor; `old` is true for those stored before `before`. */
export function listFilesAfter(tx: Tx, { after, before, limit }: SweepPosition) {
  const query = tx
    .selectFrom('stored_files')
    .select(['id', 'path', 'has_thumbnail'])
    .select(sql<boolean>`created_at < ${before}`.as('old'))
    .orderBy('id')
    .limit(limit)
  return (after === undefined ? query : query.where('id', '>', after)).execute()
}
