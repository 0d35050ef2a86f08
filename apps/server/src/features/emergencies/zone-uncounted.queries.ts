import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export type UncountedRow = { readonly user_id: string; readonly name: string; readonly reason: string }

/** Lists the people of a zone who do not count, by name. Index: zone_uncounted_people_zone. */
export async function listUncounted(tx: Tx, zoneId: string): Promise<UncountedRow[]> {
  const { rows } = await sql<UncountedRow>`
    select c.user_id, trim(u.first_name || ' ' || u.last_name) as name, c.reason
    from zone_uncounted_people c join user_profiles u on u.id = c.user_id
    where c.zone_id = ${zoneId} order by u.last_name, u.first_name, c.user_id`.execute(tx)
  return rows
}

/** Makes concurrent changes of the list wait until the transaction ends. */
export const lockUncounted = (tx: Tx, zoneId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`uncounted:${zoneId}`}, 0))`.execute(tx)

type UncountedForm = {
  readonly zoneId: string
  readonly people: readonly { readonly userId: string; readonly reason: string }[]
  readonly addedBy: string
}

/** Replaces the list; returns false if somebody on it is no accepted member. */
export async function replaceUncounted(tx: Tx, { zoneId, people, addedBy }: UncountedForm): Promise<boolean> {
  const userIds = people.map(it => it.userId)
  await sql`delete from zone_uncounted_people where zone_id = ${zoneId} and user_id <> all(${userIds}::uuid[])`.execute(
    tx,
  )
  const { rows } = await sql<{ members: string }>`
    with members as (
      select a.user_id, its.reason
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as its ("userId" uuid, reason text)
        join zone_assignments a on a.user_id = its."userId" and a.zone_id = ${zoneId} and a.accepted_at is not null
      for key share of a),
    added as (
      insert into zone_uncounted_people (user_id, zone_id, reason, added_by)
      select user_id, ${zoneId}, reason, ${addedBy} from members order by user_id
      on conflict (user_id, zone_id) do update set reason = excluded.reason)
    select count(*) as members from members`.execute(tx)
  return Number(rows[0]?.members) === people.length
}
