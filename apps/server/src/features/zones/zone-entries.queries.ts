import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, oneOrNone, run } from '../../db/rows.ts'
import { fail } from '../../rpc/fail.ts'

/** Reads the person's name for the managers who receive the request, such as 'Bina Roy'; the email address if the name is empty. */
export async function readName(tx: Tx, userId: string): Promise<string> {
  const person = await tx
    .selectFrom('user_profiles')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return `${person.first_name} ${person.last_name}`.trim() || person.email
}

/** Ends all of the person's entries, in all their sessions; a trigger publishes the events. */
export async function deleteEntries(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('zone_entries').where('user_id', '=', userId).execute()
}

/** Blocks deletion of the person's account until the transaction ends. Take this lock before all others, as the deletion does. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await run(tx)`select from user_profiles where id = ${userId} for key share`
}

/** Returns true if the person is a member of the zone or invited to it, and locks the membership until the transaction ends. */
export async function lockMembership(tx: Tx, userId: string, zoneId: string): Promise<boolean> {
  const rows = await many(tx)`
    select assignment_id from zone_assignments where user_id = ${userId} and zone_id = ${zoneId} for no key update`
  return rows.length > 0
}

/**
 * A suspension waits, then ends the new entry too. Lock the membership first, as code does that ends one and then locks the zone.
 */
export async function lockActiveZone(tx: Tx, zoneId: string): Promise<boolean> {
  const rows = await many(tx)`select id from zones where id = ${zoneId} and status = 'active' for share`
  return rows.length > 0
}

/** Opens the zone for the session until the session ends; returns that time. Throws UNAUTHORIZED if the session has ended. */
export async function openEntry(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  zoneId: string,
): Promise<Date> {
  const entry = await oneOrNone(tx)<{ expires_at: Date }>`
    with living as (select id, user_id, expires_at from auth.sessions where id = ${sessionId} and user_id = ${userId} for key share)
    insert into zone_entries (session_id, zone_id, user_id, expires_at)
    select id, ${zoneId}, user_id, expires_at from living
    on conflict (session_id, zone_id) do update set entered_at = now(), expires_at = excluded.expires_at
    returning expires_at`
  // The session has ended during PIN verification.
  if (!entry) throw fail('UNAUTHORIZED')
  return entry.expires_at
}

export const deleteExpiredEntries = (limit: number) =>
  sql`delete from zone_entries where ctid = any(array(
    select ctid from zone_entries where expires_at < now() limit ${limit}))`
