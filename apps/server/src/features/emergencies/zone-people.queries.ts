import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, run } from '../../db/rows.ts'

/** The lists of members that a zone has for its emergencies: who accounts for others, and who does not count as missing. */
export type ZoneList = 'zone_captains' | 'zone_uncounted_people'

type ListedPerson = {
  readonly user_id: string
  readonly name: string
  /** When somebody became a captain. */
  readonly appointed_at: Date
  /** Why somebody does not count. */
  readonly reason: string
}

/** Lists the people on a list of a zone by name. Indexes: zone_captains_zone, zone_uncounted_people_zone. */
export const listZonePeople = (tx: Tx, list: ZoneList, zoneId: string) =>
  many(tx)<ListedPerson>`
    select c.*, trim(u.first_name || ' ' || u.last_name) as name
    from ${sql.table(list)} c join user_profiles u on u.id = c.user_id
    where c.zone_id = ${zoneId} order by u.last_name, u.first_name, c.user_id`

/** Makes concurrent changes of a list wait until the transaction ends. */
export const lockZonePeople = (tx: Tx, list: ZoneList, zoneId: string) =>
  run(tx)`select pg_advisory_xact_lock(hashtextextended(${`${list}:${zoneId}`}, 0))`

const inserts = {
  zone_captains: (zoneId: string, addedBy: string) => sql`
    insert into zone_captains (user_id, zone_id, appointed_by) select user_id, ${zoneId}, ${addedBy} from members order by user_id
    on conflict (user_id, zone_id) do nothing`,
  zone_uncounted_people: (zoneId: string, addedBy: string) => sql`
    insert into zone_uncounted_people (user_id, zone_id, reason, added_by)
    select user_id, ${zoneId}, reason, ${addedBy} from members order by user_id
    on conflict (user_id, zone_id) do update set reason = excluded.reason`,
}

type NewList = {
  readonly zoneId: string
  readonly people: readonly { readonly userId: string; readonly reason?: string }[]
  readonly addedBy: string
}

/** Replaces a list; returns false if somebody on it is no accepted member. */
export async function replaceZonePeople(tx: Tx, list: ZoneList, it: NewList): Promise<boolean> {
  const userIds = it.people.map(person => person.userId)
  await run(tx)`
    delete from ${sql.table(list)} where zone_id = ${it.zoneId} and user_id <> all(${userIds}::uuid[])`
  const rows = await many(tx)`
    with members as (
      select a.user_id, its.reason
      from jsonb_to_recordset(${JSON.stringify(it.people)}::jsonb) as its ("userId" uuid, reason text)
        join zone_assignments a on a.user_id = its."userId" and a.zone_id = ${it.zoneId} and a.accepted_at is not null),
      added as (${inserts[list](it.zoneId, it.addedBy)})
    select from members`
  return rows.length === it.people.length
}
