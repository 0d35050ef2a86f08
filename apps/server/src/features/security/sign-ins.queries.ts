import { type SignInFailures, suspicionPolicy } from '@muster/domain/suspicion.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, one, run } from '../../db/rows.ts'

/** Finds the account with this email address, in any letter case; returns its id. */
export async function findAccount(tx: Tx, email: string): Promise<string | null> {
  return (await readAccount(tx, email))?.id ?? null
}

/** Reads the account with this email address, with the columns that decide who may act on it. */
export const readAccount = (tx: Tx, email: string) =>
  tx
    .selectFrom('user_profiles')
    .select(['id', 'role', 'status'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()

/** Locks the sign-in monitoring of an account, on all nodes, until the transaction ends. */
export async function lockSignIns(tx: Tx, account: string): Promise<void> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`sign-in:${account}`}, 0))`
}

// Matches only the monitoring's own entries: events logged by a person have that person as their actor.
const failedSinceCondition = (ms: number) =>
  sql`event_type = 'login_failed' and actor_id is null and created_at > now() - ${ms}::float8 * interval '1 ms'`

/** Counts an account's failed sign-ins within the two time spans of `suspicionPolicy`, `recentMs` and `totalMs`. */
export async function countFailures(tx: Tx, userId: string): Promise<SignInFailures> {
  const { recentMs, totalMs } = suspicionPolicy
  return one(tx)<SignInFailures>`
    select count(*) filter (where created_at > now() - ${recentMs}::float8 * interval '1 ms') as recent,
      count(*) as total
    from security_events where affected_user_id = ${userId} and ${failedSinceCondition(totalMs)}`
}

/** Returns whether a suspicious pattern was recently logged for the account, and whether a lockout was recently recommended. */
export async function readSentWarnings(
  tx: Tx,
  userId: string,
): Promise<{ pattern: boolean; notice: boolean }> {
  const { patternMs, noticeMs } = suspicionPolicy
  return one(tx)<{ pattern: boolean; notice: boolean }>`
    select exists (select from security_events where affected_user_id = ${userId}
        and event_type = 'suspicious_login_pattern_detected' and actor_id is null
        and created_at > now() - ${patternMs}::float8 * interval '1 ms') as pattern,
      exists (select from data_breach_notifications where account_id = ${userId}
        and created_at > now() - ${noticeMs}::float8 * interval '1 ms') as notice`
}

export type SuspiciousAccountRow = {
  id: string
  first_name: string
  last_name: string
  email: string
  role: string
  status: string
  recent: number
  total: number
}

/** Lists the accounts with suspicious failed sign-ins (see domain/suspicion.ts), those with the most failures first, at most 50. */
export async function listSuspiciousAccounts(tx: Tx): Promise<SuspiciousAccountRow[]> {
  const { recentMs, totalMs, recentToSuspect, totalToSuspect } = suspicionPolicy
  return many(tx)<SuspiciousAccountRow>`
    select u.id, u.first_name, u.last_name, u.email, u.role, u.status, f.recent, f.total
    from (
      select affected_user_id,
        count(*) filter (where created_at > now() - ${recentMs}::float8 * interval '1 ms') as recent,
        count(*) as total
      from security_events where ${failedSinceCondition(totalMs)}
      group by affected_user_id
    ) f join user_profiles u on u.id = f.affected_user_id
    where f.recent >= ${recentToSuspect} or f.total >= ${totalToSuspect}
    order by f.recent desc, f.total desc, u.email limit 50`
}
