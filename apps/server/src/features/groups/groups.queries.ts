import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { enteredZones } from '../../db/entered-zones.ts'
import { many, one } from '../../db/rows.ts'
import { escapeLikePattern } from '../../lib/like-text.ts'
import { fail } from '../../rpc/fail.ts'
import type { PageOf } from '../../rpc/paging.ts'

/** Lists the names of the groups that the actor may see in zones they have entered: in one zone or, without `zoneId`, in all. */
export function listGroupNames(tx: Tx, zoneId: string | undefined, limit: number) {
  let query = tx
    .selectFrom('groups as g')
    .select(['g.id', 'g.name'])
    .select(sql<number>`(select count(*) from group_members m where m.group_id = g.id)`.as('members'))
    .where(sql<boolean>`g.zone_id in ${enteredZones}`)
    .orderBy('g.name')
    .orderBy('g.id')
    .limit(limit)
  if (zoneId) query = query.where('g.zone_id', '=', zoneId)
  return query.execute()
}

const selectGroups = (tx: Tx, userId: string) =>
  tx
    .selectFrom('groups as g')
    .innerJoin('zones as z', 'z.id', 'g.zone_id')
    .leftJoin('group_reads as r', join => join.onRef('r.group_id', '=', 'g.id').on('r.user_id', '=', userId))
    .leftJoin('group_members as mine', join =>
      join.onRef('mine.group_id', '=', 'g.id').on('mine.user_id', '=', userId),
    )
    .select([
      'g.id',
      'g.name',
      'g.description',
      'g.zone_id',
      'z.name as zone_name',
      'z.status as zone_status',
      'g.created_at',
      'g.last_number',
      'g.last_message_at',
      'r.last_read',
      'r.muted',
    ])
    .select(sql<boolean>`mine.id is not null`.as('is_member'))
    .select(sql<number>`(select count(*) from group_members m where m.group_id = g.id)`.as('members'))
    .select(isInRooms(sql`select actor_rooms()`).as('may_read'))
    .select(isInRooms(sql`select actor_chats()`).as('may_chat'))
    .select(sql<boolean>`g.zone_id in (select actor_zones_with('manage_groups'))`.as('may_manage'))
const isInRooms = (rooms: RawBuilder<unknown>) => sql<boolean>`g.id in (${rooms})`

export type GroupRow = Awaited<ReturnType<ReturnType<typeof selectGroups>['execute']>>[number]
export type GroupFilter = {
  zoneId?: string
  search?: string | undefined
  mine?: true | undefined
}
export type NameCursor = { readonly name: string; readonly id: string }
export type RecencyCursor = { readonly at: string; readonly id: string }

/** Lists the groups visible to the actor that match a filter, ordered by name, after a cursor. Index: groups_zone. */
export function listGroups(
  tx: Tx,
  userId: string,
  filter: GroupFilter,
  { after, limit }: PageOf<NameCursor>,
) {
  const query = selectListedGroups(tx, userId, filter).orderBy('g.name').orderBy('g.id').limit(limit)
  return (
    after ? query.where(sql<boolean>`(g.name, g.id) > (${after.name}, ${after.id}::uuid)`) : query
  ).execute()
}

/** The time of a group's newest message, or of its creation. */
const recency = sql`coalesce(g.last_message_at, g.created_at)`

/** Like `listGroups`, with the latest activity first. */
export function listRecentGroups(
  tx: Tx,
  userId: string,
  filter: GroupFilter,
  { after, limit }: PageOf<RecencyCursor>,
) {
  const query = selectListedGroups(tx, userId, filter)
    .orderBy(recency, 'desc')
    .orderBy('g.id', 'desc')
    .limit(limit)
  return (
    after
      ? query.where(sql<boolean>`(${recency}, g.id) < (${after.at}::timestamptz, ${after.id}::uuid)`)
      : query
  ).execute()
}

/** Selects groups with their newest message, as far as the actor may read it: numbers have no gaps, and no row is deleted. */
function selectListedGroups(tx: Tx, userId: string, { zoneId, search, mine }: GroupFilter) {
  let query = selectGroups(tx, userId)
    .leftJoin('group_messages as last', join =>
      join.onRef('last.group_id', '=', 'g.id').onRef('last.number', '=', 'g.last_number'),
    )
    .select([
      'last.number as last_message_number',
      'last.sender_id as last_sender_id',
      'last.file_name as last_file_name',
      'last.deleted_at as last_deleted_at',
    ])
    .select(sql<string | null>`left(last.message_text, 201)`.as('last_text'))
    .select(sql<string>`wire_time(${recency})`.as('recency'))
  if (zoneId) query = query.where('g.zone_id', '=', zoneId)
  if (mine) query = query.where('mine.id', 'is not', null)
  if (search) {
    const pattern = `%${escapeLikePattern(search)}%`
    query = query.where(eb => eb.or([eb('g.name', 'ilike', pattern), eb('g.description', 'ilike', pattern)]))
  }
  return query
}
export type ListedGroupRow = Awaited<ReturnType<typeof listGroups>>[number]

export const groupQuery = (tx: Tx, userId: string, groupId: string) =>
  selectGroups(tx, userId).where('g.id', '=', groupId)

/** Tells whether the actor may read the conversation. Posting also requires `chat_in_groups`. */
export const chatQuery = (tx: Tx, groupId: string) =>
  tx
    .selectFrom('groups as g')
    .select(['g.zone_id', 'g.name'])
    .select(isInRooms(sql`select actor_rooms()`).as('may_read'))
    .where('g.id', '=', groupId)

/** Like `chatQuery`, with the actor's name and whether they are a member, for calls that post. */
export const chatWithNameQuery = (tx: Tx, groupId: string, userId: string) =>
  chatQuery(tx, groupId)
    .select(sql<string>`(select name from person_names(array[${userId}::uuid]))`.as('actor_name'))
    .select(
      sql<boolean>`exists (select from group_members m where m.group_id = g.id and m.user_id = ${userId})`.as(
        'is_member',
      ),
    )

type GroupCounts = { mine: number; unread: number; all: number }

/** Counts the groups a person is in, the groups they can see, and their unread messages, in one zone or in all zones. */
export async function countGroups(
  tx: Tx,
  userId: string,
  { zoneId, search = '' }: { zoneId?: string | undefined; search?: string | undefined } = {},
): Promise<GroupCounts> {
  const pattern = `%${escapeLikePattern(search)}%`
  return one(tx)<GroupCounts>`
    select count(m.id) as mine, count(*) as all,
      coalesce(sum(g.last_number - coalesce(r.last_read, 0)) filter (where m.id is not null), 0)::bigint as unread
    from groups g
      left join group_members m on m.group_id = g.id and m.user_id = ${userId}
      left join group_reads r on r.group_id = g.id and r.user_id = m.user_id
    where (${zoneId ?? null}::uuid is null or g.zone_id = ${zoneId ?? null}::uuid)
      and (g.name ilike ${pattern} or g.description ilike ${pattern})`
}

export type NewGroup = {
  readonly requestId: string
  readonly name: string
  readonly description: string
  readonly zoneId: string
  readonly createdBy: string
}

/** Inserts a group; returns undefined for a repeated request. */
export const insertGroup = (tx: Tx, it: NewGroup) =>
  tx
    .insertInto('groups')
    .values({
      request_id: it.requestId,
      name: it.name,
      description: it.description || null,
      zone_id: it.zoneId,
      created_by: it.createdBy,
    })
    .onConflict(conflict => conflict.columns(['created_by', 'request_id']).doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst()

export const findGroupByRequestId = (tx: Tx, createdBy: string, requestId: string) =>
  tx
    .selectFrom('groups')
    .select(['id', 'name', 'zone_id'])
    .where('created_by', '=', createdBy)
    .where('request_id', '=', requestId)
    .executeTakeFirst()

/** Updates a group; returns undefined if nothing changes. */
export const updateGroup = (tx: Tx, groupId: string, name: string, description: string) =>
  tx
    .updateTable('groups')
    .set({ name, description: description || null })
    .where('id', '=', groupId)
    .where(sql<boolean>`(name, description) is distinct from (${name}, ${description || null})`)
    .returning('id')
    .executeTakeFirst()

export const deleteGroup = (tx: Tx, groupId: string) =>
  tx.deleteFrom('groups').where('id', '=', groupId).execute()

type GroupName = { readonly id: string; readonly name: string }

/** Finds these groups in the zone or, without a zone, in all zones. */
export const findGroups = (tx: Tx, zoneId: string | null, ids: readonly (string | null)[]) =>
  many(tx)<GroupName>`
    select id, name from groups
    where id = any(${ids}::uuid[]) and (${zoneId}::uuid is null or zone_id = ${zoneId}) order by name, id`

/** Like `findGroups`. Throws GROUP_NOT_FOUND if one is not in the zone; null means no group. */
export async function requireGroups(
  tx: Tx,
  zoneId: string | null,
  ids: readonly (string | null)[],
): Promise<GroupName[]> {
  const groupIds = [...new Set(ids)].filter(it => it !== null)
  if (groupIds.length === 0) return []
  const groups = await findGroups(tx, zoneId, groupIds)
  if (groups.length !== groupIds.length) throw fail('GROUP_NOT_FOUND')
  return groups
}
