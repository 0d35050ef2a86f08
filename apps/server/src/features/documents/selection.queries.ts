import { limits } from '@muster/domain/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, one, oneValue, run } from '../../db/rows.ts'

export const maxZipFiles = 1_000

export type Selection = {
  readonly zoneId: string
  readonly folders: readonly string[]
  readonly documents: readonly string[]
}

const toUuidArray = (ids: readonly string[]): RawBuilder<unknown> => sql`${[...ids]}::uuid[]`

/**
 * SQL for two CTEs: `tree` has the selected folders with all their subfolders, and `leaves` the selected documents and all
 * documents in `tree`. Deleted items are left out.
 */
const selectionTree = ({ zoneId, folders, documents }: Selection) => sql`
  with recursive tree as (
    select id, 0 as depth from folders where id = any(${toUuidArray(folders)}) and zone_id = ${zoneId} and deleted_at is null
    union select f.id, t.depth + 1 from folders f join tree t on f.parent_folder_id = t.id
      where f.deleted_at is null and t.depth < ${limits.folderDepthMost}),
  leaves as (
    select id, folder_id in (select id from tree) as within from documents
    where zone_id = ${zoneId} and deleted_at is null
      and (id = any(${toUuidArray(documents)}) or folder_id in (select id from tree)))`

/** Counts the items named in a selection that still exist. */
export const countSelected = (tx: Tx, { zoneId, folders, documents }: Selection) =>
  oneValue(tx)<number>`
    select (select count(*) from folders where id = any(${toUuidArray(folders)}) and zone_id = ${zoneId} and deleted_at is null)
      + (select count(*) from documents where id = any(${toUuidArray(documents)}) and zone_id = ${zoneId} and deleted_at is null)
      as count`

/** Counts all folders and documents in a selection, including the contents of its folders. */
export const countInside = (tx: Tx, selection: Selection) =>
  one(tx)<{ folders: number; documents: number }>`
    ${selectionTree(selection)} select (select count(distinct id) from tree) as folders, (select count(*) from leaves) as documents`

/** Each item with its contents, to be restored whole; the outer of nested folders must come first. Returns the marked rows. */
export async function markDeleted(tx: Tx, selection: Selection, deletedBy: string): Promise<number> {
  const { zoneId, folders, documents } = selection
  let markedCount = 0
  for (const folderId of folders) {
    const { count } = await one(tx)<{ count: number }>`
      ${selectionTree({ zoneId, folders: [folderId], documents: [] })},
      gone as (update documents set deleted_at = now(), deleted_by = ${deletedBy}, deleted_with = ${folderId}
        where id in (select id from leaves) returning id),
      empty as (update folders set deleted_at = now(), deleted_by = ${deletedBy}, deleted_with = ${folderId}
        where id in (select id from tree) returning id)
      select (select count(*) from gone) + (select count(*) from empty) as count`
    markedCount += count
  }
  const rows = await many(tx)<{ id: string }>`
    update documents set deleted_at = now(), deleted_by = ${deletedBy}, deleted_with = id
    where id = any(${toUuidArray(documents)}) and zone_id = ${zoneId} and deleted_at is null returning id`
  return markedCount + rows.length
}

/**
 * With contents. An item whose parent is deleted, or that would be nested too deep, returns to the top level. Returns the number of
 * rows. Throws the database error 23505 if a name was taken in the meantime.
 */
export async function restoreSelection(tx: Tx, { zoneId, folders, documents }: Selection): Promise<number> {
  const rootIds = toUuidArray([...folders, ...documents])
  const restoredFolders = await many(tx)<{ id: string }>`
    update folders f set deleted_at = null, deleted_by = null, deleted_with = null,
      parent_folder_id = case when f.id = any(${rootIds}) and exists (
        select from folders p where p.id = f.parent_folder_id and p.deleted_at is not null) then null else f.parent_folder_id end
    where f.zone_id = ${zoneId} and f.deleted_with = any(${rootIds}) returning id`
  await run(tx)`
    with recursive below as (
      select id as root, id, 1 as height from folders
        where id = any(${rootIds}) and zone_id = ${zoneId} and deleted_at is null
      union all select b.root, f.id, b.height + 1 from folders f join below b on f.parent_folder_id = b.id
        where f.deleted_at is null and b.height <= ${limits.folderDepthMost}),
    above as (
      select id as root, parent_folder_id, 0 as depth from folders
        where id = any(${rootIds}) and zone_id = ${zoneId} and deleted_at is null
      union all select a.root, f.parent_folder_id, a.depth + 1 from folders f join above a on f.id = a.parent_folder_id
        where a.depth <= ${limits.folderDepthMost})
    update folders set parent_folder_id = null
    where id in (
      select b.root from below b join above a on a.root = b.root
      group by b.root having max(b.height) + max(a.depth) > ${limits.folderDepthMost})`
  const restoredFiles = await many(tx)<{ id: string }>`
    update documents d set deleted_at = null, deleted_by = null, deleted_with = null,
      folder_id = case when exists (
        select from folders p where p.id = d.folder_id and p.deleted_at is not null) then null else d.folder_id end
    where d.zone_id = ${zoneId} and d.deleted_with = any(${rootIds}) returning id`
  return restoredFolders.length + restoredFiles.length
}

/** True if the folder is one of `folders` or lies within one of them. */
export const isInFolder = (tx: Tx, folderId: string, folders: readonly string[]) =>
  oneValue(tx)<boolean>`
    with recursive above as (
      select id, parent_folder_id, 0 as depth from folders where id = ${folderId}
      union all select f.id, f.parent_folder_id, a.depth + 1 from folders f join above a on f.id = a.parent_folder_id
        where a.depth < ${2 * limits.folderDepthMost})
    select exists (select from above where id = any(${toUuidArray(folders)})) as it`

/** Returns the number of folder levels in a selection, including the selected folders themselves. */
export async function readDepth(tx: Tx, selection: Selection): Promise<number> {
  const { depth } = await one(tx)<{ depth: number | null }>`
    ${selectionTree(selection)} select max(depth) + 1 as depth from tree`
  return depth ?? 0
}

/** Moves a selection into a folder, or to the top level. Returns the number of items moved. */
export async function moveSelection(
  tx: Tx,
  { zoneId, folders, documents }: Selection,
  folderId: string | undefined,
): Promise<number> {
  const movedFolders = await many(tx)<{ id: string }>`
    update folders set parent_folder_id = ${folderId ?? null}
    where id = any(${toUuidArray(folders)}) and zone_id = ${zoneId} and deleted_at is null returning id`
  const movedFiles = await many(tx)<{ id: string }>`
    update documents set folder_id = ${folderId ?? null}
    where id = any(${toUuidArray(documents)}) and zone_id = ${zoneId} and deleted_at is null returning id`
  return movedFolders.length + movedFiles.length
}

/** A file for the archive; `path` is null if the file was lost. */
export type ZippedFileRow = { path: string | null; folders: string[]; file_name: string; file_size: number }

/** With folder paths from the topmost selected folder. Lists each file once, even if one selected folder lies within another. */
export async function listZippedFiles(tx: Tx, selection: Selection): Promise<ZippedFileRow[]> {
  const { zoneId, folders, documents } = selection
  return many(tx)<ZippedFileRow>`
    with recursive tree as (
      select id, array[name] as names from folders
        where id = any(${toUuidArray(folders)}) and zone_id = ${zoneId} and deleted_at is null
      union all select f.id, t.names || f.name from folders f join tree t on f.parent_folder_id = t.id
        where f.deleted_at is null and cardinality(t.names) <= ${limits.folderDepthMost}),
    places as (select distinct on (id) id, names from tree order by id, cardinality(names) desc)
    select d.file_url as path, coalesce(t.names, '{}') as folders, d.file_name, d.file_size
    from documents d left join places t on t.id = d.folder_id
    where d.zone_id = ${zoneId} and d.deleted_at is null and (t.id is not null or d.id = any(${toUuidArray(documents)}))
    order by t.names, d.file_name, d.id limit ${maxZipFiles + 1}`
}
