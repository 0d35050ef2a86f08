import type { Tx } from '../../db/database.ts'
import { many, oneValue } from '../../db/rows.ts'
import { escapeLikePattern } from '../../lib/like-text.ts'
import type { PageOf } from '../../rpc/paging.ts'

export type NameCursor = { readonly name: string; readonly id: string }

export type MemberRow = {
  id: string
  user_id: string
  first_name: string
  last_name: string
  name: string
  email: string | null
  role: string
  profile_image: string | null
  added_at: Date
}

/** Lists a group's members, ordered by name, after a cursor. */
export const listMembers = (
  tx: Tx,
  groupId: string,
  search: string | undefined,
  { after, limit }: PageOf<NameCursor>,
) =>
  many(tx)<MemberRow>`
    select * from group_people(${groupId}, ${search ? escapeLikePattern(search) : null}, ${after?.name ?? null}, ${after?.id ?? null},
      ${limit}::int)`

export type CandidateRow = {
  user_id: string
  name: string
  email: string
  role: string
  profile_image: string | null
  is_member: boolean
}

/** Lists the people in a zone, ordered by name, after a cursor, and whether each is in the group. */
export const listCandidates = (
  tx: Tx,
  { zoneId, groupId, search }: { zoneId: string; groupId?: string | undefined; search?: string | undefined },
  { after, limit }: PageOf<NameCursor>,
) =>
  many(tx)<CandidateRow>`
    select * from (
      select u.id as user_id, trim(u.first_name || ' ' || u.last_name) as name, u.email,
        a.role, u.profile_image,
        exists (select from group_members m where m.group_id = ${groupId ?? null}::uuid and m.user_id = u.id) as is_member
      from zone_assignments a join user_profiles u on u.id = a.user_id
      where a.zone_id = ${zoneId} and a.accepted_at is not null) people
    where (${search ?? null}::text is null or name ilike ${`%${escapeLikePattern(search ?? '')}%`})
      and (${after?.id ?? null}::uuid is null or (lower(name), user_id) > (lower(${after?.name ?? ''}), ${after?.id ?? null}::uuid))
    order by lower(name), user_id limit ${limit}::int`

type MembershipsRow = { user_id: string; names: string[]; count: number }

/** Lists how many groups of the zone each of these people is in, and the names of the first three, as far as the actor sees them. */
export const listMemberships = (tx: Tx, zoneId: string, people: readonly string[]) =>
  many(tx)<MembershipsRow>`
    select m.user_id, (array_agg(g.name order by g.name, g.id))[1:3] as names, count(*)::int as count
    from group_members m join groups g on g.id = m.group_id
    where m.zone_id = ${zoneId} and m.user_id = any(${[...people]}::uuid[])
    group by m.user_id`

export const countMembersAmong = (tx: Tx, zoneId: string, people: readonly string[]) =>
  oneValue(tx)<number>`
    select count(*) as count from zone_assignments
    where zone_id = ${zoneId} and user_id = any(${[...people]}::uuid[]) and accepted_at is not null`

export const countMembers = (tx: Tx, groupId: string) =>
  oneValue(tx)<number>`
    select count(*) as count from group_members where group_id = ${groupId}`

export function insertMembers(
  tx: Tx,
  { groupId, zoneId, addedBy }: { groupId: string; zoneId: string; addedBy: string },
  people: readonly string[],
): Promise<{ id: string; userId: string }[]> {
  return tx
    .insertInto('group_members')
    .values(people.map(user_id => ({ group_id: groupId, zone_id: zoneId, user_id, added_by: addedBy })))
    .onConflict(conflict => conflict.columns(['group_id', 'user_id']).doNothing())
    .returning(['id', 'user_id as userId'])
    .execute()
}

export async function deleteMember(tx: Tx, groupId: string, userId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
