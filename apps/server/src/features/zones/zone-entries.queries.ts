import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The person's PIN hash and wrong tries, locked until the transaction ends. */
export async function lockPin(
  tx: Tx,
  userId: string,
): Promise<{ hash: string; failures: Date[] } | undefined> {
  return tx
    .selectFrom('entry_pins')
    .select(['pin_hash as hash', 'failures'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export async function rememberFailure(tx: Tx, userId: string, at: Date): Promise<void> {
  await sql`update entry_pins set failures = failures || ${at}::timestamptz, updated_at = now() where user_id = ${userId}`.execute(
    tx,
  )
}

export async function resetFailures(tx: Tx, userId: string): Promise<void> {
  await sql`update entry_pins set failures = '{}', updated_at = now() where user_id = ${userId} and failures <> '{}'`.execute(
    tx,
  )
}

/** Opens the zone for the session, until the session ends; answers with that moment. */
export async function openEntry(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  zoneId: string,
): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into zone_entries (session_id, zone_id, user_id, expires_at)
    select s.id, ${zoneId}, s.user_id, s.expires_at from auth.sessions s where s.id = ${sessionId} and s.user_id = ${userId}
    on conflict (session_id, zone_id) do update set entered_at = now(), expires_at = excluded.expires_at
    returning expires_at`.execute(tx)
  const entry = rows[0]
  if (!entry) throw new Error('The session ended while its PIN was being verified.')
  return entry.expires_at
}
