import type { ClaimHow } from '@muster/domain/emergency.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** When the person was called: at the declaration, or later for those who came in later. */
export const calledAt = sql<Date>`greatest(e.declared_at, least(p.added_at, p.state_at))`
/** True if nobody has to look for the person. */
export const isAccounted = sql<boolean>`p.state not in ('missing', 'help')`
/** True for people who count, as `isCounted` in emergencies.queries.ts. */
export const isCounted = sql<boolean>`(p.counted or p.state = 'help')`
/** Milliseconds from being called until being accounted for. */
const accountedMs = sql<number>`extract(epoch from (p.state_at - ${calledAt})) * 1000`

/** Lists the times after which people were accounted for. They are bounded by the roll. */
export async function listAccountedTimes(tx: Tx, emergencyId: string): Promise<number[]> {
  const { rows } = await sql<{ ms: number }>`
    select ${accountedMs}::float8 as ms from emergency_people p join emergencies e on e.id = p.emergency_id
    where p.emergency_id = ${emergencyId} and ${isAccounted} and ${isCounted}`.execute(tx)
  return rows.map(it => Math.max(0, Math.round(it.ms)))
}

/** Counts the accounted people by how the claim that counts was made. */
export async function countHows(tx: Tx, emergencyId: string): Promise<{ how: ClaimHow; people: number }[]> {
  const { rows } = await sql<{ how: ClaimHow; people: string }>`
    select c.how, count(*) as people from emergency_people p
      join lateral (select c.how from emergency_claims c
        where c.roll_entry_id = p.id and c.state = p.state and c.happened_at = p.state_at limit 1) c on true
    where p.emergency_id = ${emergencyId} and ${isAccounted} and ${isCounted} group by c.how`.execute(tx)
  return rows.map(({ how, people }) => ({ how, people: Number(people) }))
}

/** Lists the calls for help, and when one was taken back. */
export async function listCallsForHelp(
  tx: Tx,
  emergencyId: string,
  limit: number,
): Promise<{ at: Date; undone: boolean; name: string; badge: string | null }[]> {
  const { rows } = await sql<{ at: Date; undone: boolean; name: string; badge: string | null }>`
    select c.happened_at as at, c.state = 'undone' as undone, p.name, p.badge from emergency_claims c join emergency_people p on p.id = c.roll_entry_id
    where c.emergency_id = ${emergencyId} and c.state in ('help', 'undone') order by c.happened_at, c.id limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Lists those who were missing longest, people who are still missing or need help first. */
export async function listLongestMissing(tx: Tx, emergencyId: string, limit: number) {
  const { rows } = await sql<{ name: string; badge: string | null; ms: number; accounted: boolean }>`
    select p.name, p.badge, ${isAccounted} as accounted,
      greatest(0, extract(epoch from (
        case when ${isAccounted} then p.state_at else coalesce(e.all_clear_at, now()) end - ${calledAt})) * 1000)::float8 as ms
    from emergency_people p join emergencies e on e.id = p.emergency_id
    where p.emergency_id = ${emergencyId} and ${isCounted}
    order by accounted, ms desc, p.sort_name, p.id limit ${limit}`.execute(tx)
  return rows
}
