import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, oneValue, run } from '../../db/rows.ts'
import { escapeLikePattern } from '../../lib/like-text.ts'
import type { PageOf } from '../../rpc/paging.ts'

export type FolderRow = {
  id: string
  zone_id: string
  zone_name: string
  parent_folder_id: string | null
  name: string
  description: string | null
  folders: number
  files: number
  for_groups: boolean
  groups: { id: string; name: string }[]
  created_at: Date
  deleted_at: Date | null
}

export type FolderFilter = {
  zoneId: string
  folderId?: string | undefined
  search?: string | undefined
  groupId?: string | undefined
  deleted?: true | undefined
}

const folderRows = sql`
    select f.id, f.zone_id, z.name as zone_name, f.parent_folder_id, f.name, f.description, f.for_groups, f.created_at, f.deleted_at,
      (select count(*) from folders c where c.parent_folder_id = f.id and c.deleted_at is null) as folders,
      (select count(*) from documents d where d.folder_id = f.id and d.deleted_at is null) as files,
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
        from folder_group_links l join groups g on g.id = l.group_id where l.folder_id = f.id), '[]') as groups
    from folders f join zones z on z.id = f.zone_id`

/** By name: one level or, filtered, the whole zone. Of folders deleted together, only the topmost is listed. */
export async function listFolders(
  tx: Tx,
  { zoneId, folderId, search, groupId, deleted }: FolderFilter,
): Promise<FolderRow[]> {
  const searchesWholeZone = search !== undefined || groupId !== undefined || deleted !== undefined
  return many(tx)<FolderRow>`
    ${folderRows}
    where f.zone_id = ${zoneId}
      and case when ${deleted ?? false} then f.deleted_at is not null and f.deleted_with = f.id else f.deleted_at is null end
      and (${searchesWholeZone} or f.parent_folder_id is not distinct from ${folderId ?? null}::uuid)
      and (${search ?? null}::text is null or f.name ilike ${`%${escapeLikePattern(search ?? '')}%`})
      and (${groupId ?? null}::uuid is null or exists (
        select from folder_group_links l where l.folder_id = f.id and l.group_id = ${groupId ?? null}::uuid))
    order by lower(f.name), f.id limit ${limits.foldersMost}`
}

export type FolderCursor = { readonly name: string; readonly id: string }

/** By name: the top level or, with a search text, every level. Index for the top level: folders_top_by_name. */
export async function listAllFolders(
  tx: Tx,
  search: string | undefined,
  { after, limit }: PageOf<FolderCursor>,
): Promise<FolderRow[]> {
  const scope = search
    ? sql`f.name ilike ${`%${escapeLikePattern(search)}%`}`
    : sql`f.parent_folder_id is null`
  const afterCursor = after
    ? sql`and (lower(f.name), f.id) > (lower(${after.name}), ${after.id}::uuid)`
    : sql``
  return many(tx)<FolderRow>`
    ${folderRows}
    where f.deleted_at is null and ${scope} ${afterCursor}
    order by lower(f.name), f.id limit ${limit}::int`
}

/** Returns the path from the top level to a folder visible to the actor, including the folder itself; empty if there is none. */
export const readFolderPath = (tx: Tx, zoneId: string, folderId: string) =>
  many(tx)<{ id: string; name: string }>`
    with recursive above as (
      select id, name, parent_folder_id, 0 as place from folders
        where id = ${folderId} and zone_id = ${zoneId} and deleted_at is null
      union all select f.id, f.name, f.parent_folder_id, a.place + 1 from folders f join above a on f.id = a.parent_folder_id
        where a.place < ${limits.folderDepthMost})
    select id, name from above order by place desc`

/** Locks a zone's folder tree until the transaction ends, so that changes to its folders and files run one after the other. */
export const lockFolderTree = (tx: Tx, zoneId: string) =>
  run(tx)`select pg_advisory_xact_lock(hashtextextended('folders:' || ${zoneId}::text, 0))`

export const countFoldersIn = (tx: Tx, zoneId: string, folderId: string | undefined) =>
  oneValue(tx)<number>`
    select count(*) as count from folders
    where zone_id = ${zoneId} and parent_folder_id is not distinct from ${folderId ?? null}::uuid and deleted_at is null`

export const insertFolder = (
  tx: Tx,
  it: {
    zoneId: string
    folderId: string | undefined
    name: string
    description: string
    createdBy: string
  },
) =>
  tx
    .insertInto('folders')
    .values({
      zone_id: it.zoneId,
      parent_folder_id: it.folderId ?? null,
      name: it.name,
      description: it.description || null,
      created_by: it.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export async function updateFolder(
  tx: Tx,
  it: { zoneId: string; folderId: string; name: string; description: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('folders')
    .set({ name: it.name, description: it.description || null })
    .where('id', '=', it.folderId)
    .where('zone_id', '=', it.zoneId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const insertLink = (tx: Tx, it: { folderId: string; groupId: string; createdBy: string }) =>
  tx
    .insertInto('folder_group_links')
    .values({ folder_id: it.folderId, group_id: it.groupId, created_by: it.createdBy })
    .onConflict(conflict => conflict.columns(['folder_id', 'group_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

export async function deleteLink(tx: Tx, folderId: string, groupId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('folder_group_links')
    .where('folder_id', '=', folderId)
    .where('group_id', '=', groupId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Unlinks a folder from all groups, which makes it visible to everybody who can see its parent. */
export async function deleteLinks(tx: Tx, folderId: string): Promise<void> {
  await tx.deleteFrom('folder_group_links').where('folder_id', '=', folderId).execute()
  await tx.updateTable('folders').set({ for_groups: false }).where('id', '=', folderId).execute()
}

export const findGroupOfZone = (tx: Tx, zoneId: string, groupId: string) =>
  tx
    .selectFrom('groups')
    .select('id')
    .where('id', '=', groupId)
    .where('zone_id', '=', zoneId)
    .executeTakeFirst()
