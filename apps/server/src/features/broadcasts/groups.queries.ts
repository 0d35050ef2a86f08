import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The groups of a zone, or of all the actor may see, by name. */
export function listGroups(tx: Tx, zoneId: string | undefined, limit: number) {
  let query = tx
    .selectFrom('groups as g')
    .select(['g.id', 'g.name'])
    .select(sql<number>`(select count(*) from group_members m where m.group_id = g.id)`.as('members'))
    .orderBy('g.name')
    .orderBy('g.id')
    .limit(limit)
  if (zoneId) query = query.where('g.zone_id', '=', zoneId)
  return query.execute()
}

export type NewGroup = {
  readonly requestId: string
  readonly name: string
  readonly description: string
  readonly zoneId: string
  readonly createdBy: string
}

/** Answers undefined where the person has sent this request before. */
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

export const findCreated = (tx: Tx, createdBy: string, requestId: string) =>
  tx
    .selectFrom('groups')
    .select(['id', 'name', 'zone_id'])
    .where('created_by', '=', createdBy)
    .where('request_id', '=', requestId)
    .executeTakeFirst()

/** Of these people, those who are members of the zone. */
export async function membersAmong(tx: Tx, zoneId: string, people: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from zone_assignments
    where zone_id = ${zoneId} and user_id = any(${[...people]}::uuid[]) and accepted_at is not null`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export const insertMembers = (
  tx: Tx,
  { groupId, zoneId, addedBy }: { groupId: string; zoneId: string; addedBy: string },
  people: readonly string[],
) =>
  tx
    .insertInto('group_members')
    .values(people.map(user_id => ({ group_id: groupId, zone_id: zoneId, user_id, added_by: addedBy })))
    .execute()
