import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export type CaptainRow = { readonly user_id: string; readonly name: string; readonly appointed_at: Date }

/** Lists the captains of a zone by name. Index: zone_captains_zone. */
export async function listCaptains(tx: Tx, zoneId: string): Promise<CaptainRow[]> {
  const { rows } = await sql<CaptainRow>`
    select c.user_id, trim(u.first_name || ' ' || u.last_name) as name, c.appointed_at
    from zone_captains c join user_profiles u on u.id = c.user_id
    where c.zone_id = ${zoneId} order by u.last_name, u.first_name, c.user_id`.execute(tx)
  return rows
}

/** Makes concurrent changes of a zone's captains wait until the transaction ends. */
export const lockCaptains = (tx: Tx, zoneId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`captains:${zoneId}`}, 0))`.execute(tx)

/** Replaces the captains of a zone; returns false if one of them is no accepted member. */
export async function replaceCaptains(
  tx: Tx,
  { zoneId, userIds, appointedBy }: { zoneId: string; userIds: readonly string[]; appointedBy: string },
): Promise<boolean> {
  await sql`delete from zone_captains where zone_id = ${zoneId} and user_id <> all(${[...userIds]}::uuid[])`.execute(
    tx,
  )
  const { rows } = await sql<{ members: string }>`
    with members as (
      select a.user_id from zone_assignments a
      where a.zone_id = ${zoneId} and a.user_id = any(${[...userIds]}::uuid[]) and a.accepted_at is not null for key share),
    added as (
      insert into zone_captains (user_id, zone_id, appointed_by) select user_id, ${zoneId}, ${appointedBy} from members order by user_id
      on conflict (user_id, zone_id) do nothing)
    select count(*) as members from members`.execute(tx)
  return Number(rows[0]?.members) === userIds.length
}
