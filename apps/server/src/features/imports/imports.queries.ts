import type { ImportKind } from '@muster/contract/imports.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, one, run } from '../../db/rows.ts'
import { wireTime } from '../../db/wire-time.ts'
import type { PageOf } from '../../rpc/paging.ts'
import type { ActiveSession } from '../../rpc/sessions.ts'

const undoDays = sql`${limits.importUndoDays} * interval '1 day'`
const isRecent = sql<boolean>`i.begun_at > now() - ${undoDays}`

const state = sql<'running' | 'ended' | 'stopped'>`case when i.ended_at is not null then 'ended'
  when i.noted_at > now() - interval '5 minutes' then 'running' else 'stopped' end`

type Importer = Pick<ActiveSession, 'userId' | 'role'>

/** True if the person may import this kind. Badges are decided by their zone, which the calls enter. */
const mayImport = ({
  role,
}: Importer) => sql<boolean>`(i.kind = 'badges' or exists (select from role_permissions p where p.role = ${role}
    and p.permission = case i.kind when 'people' then 'create_users' else 'create_zones' end))`

const selectImports = (tx: Tx) =>
  tx
    .selectFrom('imports as i')
    .leftJoin('clients as c', 'c.id', 'i.client_id')
    .leftJoin('zones as z', 'z.id', 'i.zone_id')
    .select([
      ...([
        'i.id',
        'i.file_name',
        'i.user_id',
        'i.begun_at',
        'i.created_count',
        'i.changed_count',
        'i.zone_id',
      ] as const),
      ...(['i.left_out_count', 'i.removed_count', 'i.kept_count', 'i.undone_at', 'i.undone_by'] as const),
      'c.name as organisation',
      'z.name as zone_name',
      sql<ImportKind>`i.kind`.as('kind'),
      state.as('state'),
      sql<boolean>`i.left_out is not null and ${isRecent}`.as('has_left_out'),
      isRecent.as('is_recent'),
      wireTime('i.begun_at').as('begun_at_exact'),
    ])

export type ImportCursor = { readonly begunAt: string; readonly id: string }

/** Lists the imports that the actor sees, newest first. */
export function listImports(tx: Tx, { after, limit }: PageOf<ImportCursor>) {
  const query = selectImports(tx).orderBy('i.begun_at', 'desc').orderBy('i.id', 'desc').limit(limit)
  return after
    ? query
        .where(sql<boolean>`(i.begun_at, i.id) < (${after.begunAt}::timestamptz, ${after.id}::uuid)`)
        .execute()
    : query.execute()
}
export type ImportRow = Awaited<ReturnType<typeof listImports>>[number]

/** Selects an import that the actor sees. Repeats the policy, because some calls run as the owner. */
export const importQuery = (tx: Tx, importId: string, { userId, role }: Importer) =>
  selectImports(tx)
    .where('i.id', '=', importId)
    .where(
      sql<boolean>`(i.user_id = ${userId} or exists (select from role_permissions p
        where p.role = ${role} and p.permission = 'view_all_zones'))`,
    )
    .where(mayImport({ userId, role }))

/** Returns true if the actor may edit at least one zone, which importing badges requires. */
export const mayEditZones = async (tx: Tx): Promise<boolean> =>
  (await one(tx)<{ may: boolean }>`select exists (select from actor_zones_with('edit_zones')) as may`).may

export async function readLeftOut(tx: Tx, importId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('imports as i')
    .select('i.left_out')
    .where('i.id', '=', importId)
    .where(isRecent)
    .executeTakeFirst()
  return row?.left_out ?? undefined
}

/** Ends the actor's own import; false if there is none. Only their newest files of left-out rows stay stored. Requires the database owner role. */
export async function endImport(
  tx: Tx,
  importId: string,
  importer: Importer,
  { leftOut, leftOutFile }: { leftOut: number; leftOutFile?: string | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports as i')
    .set({
      ended_at: sql<Date>`coalesce(i.ended_at, now())`,
      left_out_count: leftOut,
      left_out: leftOutFile ?? null,
    })
    .where('i.id', '=', importId)
    .where('i.user_id', '=', importer.userId)
    .where(mayImport(importer))
    .executeTakeFirst()
  if (leftOutFile !== undefined)
    await run(tx)`
      update imports set left_out = null where left_out is not null and id in (
        select id from imports where user_id = ${importer.userId} order by begun_at desc, id offset ${limits.importLeftOutFilesMost})`
  return numUpdatedRows > 0n
}

/** Locks the import until the transaction ends, so that no batch is added; returns its state after that. */
export async function lockImport(
  tx: Tx,
  importId: string,
): Promise<{ isUndone: boolean; isRunning: boolean }> {
  return await tx
    .selectFrom('imports as i')
    .select([
      sql<boolean>`i.undone_at is not null`.as('isUndone'),
      sql<boolean>`${state} = 'running'`.as('isRunning'),
    ])
    .where('i.id', '=', importId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Returns which of the things that an import created can be removed, and how many are in use. Requires the database owner role. */
export async function splitByUse(
  tx: Tx,
  { id, kind }: Pick<ImportRow, 'id' | 'kind'>,
): Promise<{ unusedIds: string[]; usedCount: number }> {
  const rows = await many(tx)<{ itemId: string }>`
    select coalesce(user_id, zone_id, badge_id) as "itemId" from import_items where import_id = ${id} order by 1`
  const unusedIds = await listUnused(
    tx,
    kind,
    rows.map(it => it.itemId),
  )
  return { unusedIds, usedCount: rows.length - unusedIds.length }
}

/** Returns the ids of the people, zones or badges that nobody has used since they were created, in the same order. */
export async function listUnused(tx: Tx, kind: ImportKind, ids: readonly string[]): Promise<string[]> {
  const rows = await many(tx)<{ id: string }>`
    select ${sql.ref(`used_${kind}`)}(${[...ids]}::uuid[]) as id`
  const usedIds = new Set(rows.map(it => it.id))
  return ids.filter(it => !usedIds.has(it))
}

/** Adds to the number of things that undoing removed; `closed` ends the undo. Requires the database owner role. */
export async function noteUndo(
  tx: Tx,
  importId: string,
  removed: number,
  closed: { readonly by: string; readonly kept: number } | undefined,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({
      removed_count: sql<number>`removed_count + ${removed}`,
      ...(closed && { undone_at: sql<Date>`now()`, undone_by: closed.by, kept_count: closed.kept }),
    })
    .where('id', '=', importId)
    .execute()
}

/** Deletes the items and skipped rows once an import can no longer be undone, and the import itself after a year. */
export const expiredImports = {
  importItems: (limit: number) => sql`
    delete from import_items where id in (
      select x.id from import_items x join imports i on i.id = x.import_id where i.begun_at < now() - ${undoDays} limit ${limit})`,
  importFiles: (limit: number) => sql`
    update imports set left_out = null where id in (
      select id from imports where left_out is not null and begun_at < now() - ${undoDays} limit ${limit})`,
  imports: (limit: number) => sql`
    delete from imports where id in (select id from imports where begun_at < now() - interval '1 year' limit ${limit})`,
}
