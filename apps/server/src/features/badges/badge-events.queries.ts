import type { BadgeDirection } from '@muster/domain/badge.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export type NewBadgeEvent = {
  readonly number: string
  readonly direction: BadgeDirection
  /** ISO 8601, by the reader's clock. */
  readonly sentAt: string
  readonly reader: string
  readonly eventId: string | null
}

export type StoredBadgeEvent = {
  readonly number: string
  readonly direction: BadgeDirection
  readonly at: Date
  readonly sent_at: Date
  readonly reader: string
  readonly user_id: string | null
  readonly holder: string
}

/** Returns the numbers that are assigned to somebody. */
export async function findKnownNumbers(
  tx: Tx,
  zoneId: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ number: string }>`
    select number from badges where zone_id = ${zoneId} and number = any(${[...numbers]}::text[])`.execute(tx)
  return new Set(rows.map(it => it.number))
}

/**
 * Stores events with the people whom the badges belong to, and returns those that were not stored before. The time of an event is never
 * later than its arrival. Runs as the database owner.
 */
export async function insertEvents(
  tx: Tx,
  { zoneId, keyId }: { readonly zoneId: string; readonly keyId: string },
  events: readonly NewBadgeEvent[],
): Promise<StoredBadgeEvent[]> {
  const { rows } = await sql<StoredBadgeEvent>`
    insert into badge_events (zone_id, key_id, number, direction, at, sent_at, reader, event_id, user_id, holder)
    select ${zoneId}::uuid, ${keyId}::uuid, e.number, e.direction, least(e.sent_at, date_trunc('milliseconds', now())), e.sent_at, e.reader, e.event_id,
      b.user_id, coalesce(b.holder, '')
    from unnest(${events.map(it => it.number)}::text[], ${events.map(it => it.direction)}::text[],
        ${events.map(it => it.sentAt)}::timestamptz[], ${events.map(it => it.reader)}::text[],
        ${events.map(it => it.eventId)}::text[]) as e (number, direction, sent_at, reader, event_id)
      left join badges b on b.zone_id = ${zoneId}::uuid and b.number = e.number
    on conflict do nothing returning number, direction, at, sent_at, reader, user_id, holder`.execute(tx)
  return rows
}

/**
 * Updates the newest event of each badge, if these are newer. The comparison is `compareBadgeEvents` in SQL, so that the order of arrival
 * makes no difference. Returns the numbers that were updated. Runs as the database owner.
 */
export async function updateStates(
  tx: Tx,
  zoneId: string,
  events: readonly StoredBadgeEvent[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ number: string }>`
    insert into badge_states (zone_id, number, direction, at, sent_at, reader, changed_at)
    select ${zoneId}::uuid, *, clock_timestamp() from unnest(${events.map(it => it.number)}::text[], ${events.map(it => it.direction)}::text[],
      ${events.map(it => it.at)}::timestamptz[], ${events.map(it => it.sent_at)}::timestamptz[],
      ${events.map(it => it.reader)}::text[])
    on conflict (zone_id, number) do update
      set direction = excluded.direction, at = excluded.at, sent_at = excluded.sent_at, reader = excluded.reader, dismissed_at = null,
        changed_at = clock_timestamp()
      where (excluded.at, excluded.sent_at, excluded.direction = 'in')
        > (badge_states.at, badge_states.sent_at, badge_states.direction = 'in')
    returning number`.execute(tx)
  return new Set(rows.map(it => it.number))
}
