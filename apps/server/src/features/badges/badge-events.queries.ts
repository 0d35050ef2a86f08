import { type BadgeDirection, newUnknownBadgesMost } from '@muster/domain/badge.ts'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { many, oneOrNone } from '../../db/rows.ts'

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

/** Returns the numbers that are assigned to somebody, and those that were read in the zone before. */
export async function findKnownNumbers(
  tx: Tx,
  zoneId: string,
  numbers: readonly string[],
): Promise<{ assigned: ReadonlySet<string>; read: ReadonlySet<string> }> {
  const rows = await many(tx)<{ number: string; assigned: boolean; read: boolean }>`
    select its.number, exists (select from badges b where b.zone_id = ${zoneId} and b.number = its.number) as assigned,
      exists (select from badge_states s where s.zone_id = ${zoneId} and s.number = its.number) as read
    from unnest(${[...numbers]}::text[]) as its (number)`
  const select = (key: 'assigned' | 'read') => new Set(rows.flatMap(it => (it[key] ? it.number : [])))
  return { assigned: select('assigned'), read: select('read') }
}

/** Returns how many new numbers the key may still send this hour. As the database owner, with the zone's badges locked. */
export async function takeUnknownNumbers(tx: OwnerTx, keyId: string, numbers: number): Promise<number> {
  if (numbers === 0) return 0
  const row = await oneOrNone(tx)<{ taken: number }>`
    with usage as (
      select id, unknown_since > now() - interval '1 hour' as is_running, unknown_numbers from badge_keys where id = ${keyId} for update)
    update badge_keys k set unknown_since = case when usage.is_running then k.unknown_since else now() end,
      unknown_numbers = least(${newUnknownBadgesMost}::integer,
        case when usage.is_running then usage.unknown_numbers else 0 end + ${numbers}::integer)
    from usage where k.id = usage.id
    returning k.unknown_numbers - case when usage.is_running then usage.unknown_numbers else 0 end as taken`
  return row?.taken ?? 0
}

/**
 * Stores events with the people whom the badges belong to, and returns those that were not stored before. The time of an event is
 * never later than its arrival.
 */
export const insertEvents = (
  tx: Tx,
  { zoneId, keyId }: { readonly zoneId: string; readonly keyId: string },
  events: readonly NewBadgeEvent[],
) =>
  many(tx)<StoredBadgeEvent>`
    insert into badge_events (zone_id, key_id, number, direction, at, sent_at, reader, event_id, user_id, holder)
    select ${zoneId}::uuid, ${keyId}::uuid, e.number, e.direction, least(e.sent_at, date_trunc('milliseconds', now())), e.sent_at, e.reader, e.event_id,
      b.user_id, coalesce(b.holder, '')
    from unnest(${events.map(it => it.number)}::text[], ${events.map(it => it.direction)}::text[],
        ${events.map(it => it.sentAt)}::timestamptz[], ${events.map(it => it.reader)}::text[],
        ${events.map(it => it.eventId)}::text[]) as e (number, direction, sent_at, reader, event_id)
      left join badges b on b.zone_id = ${zoneId}::uuid and b.number = e.number
    on conflict do nothing returning number, direction, at, sent_at, reader, user_id, holder`

/** Compares as `compareBadgeEvents`, so the order of arrival makes no difference. Returns the numbers that were updated. */
export async function updateStates(
  tx: Tx,
  zoneId: string,
  events: readonly StoredBadgeEvent[],
): Promise<ReadonlySet<string>> {
  const rows = await many(tx)<{ number: string }>`
    insert into badge_states (zone_id, number, direction, at, sent_at, reader, changed_at)
    select ${zoneId}::uuid, *, clock_timestamp() from unnest(${events.map(it => it.number)}::text[], ${events.map(it => it.direction)}::text[],
      ${events.map(it => it.at)}::timestamptz[], ${events.map(it => it.sent_at)}::timestamptz[],
      ${events.map(it => it.reader)}::text[])
    on conflict (zone_id, number) do update
      set direction = excluded.direction, at = excluded.at, sent_at = excluded.sent_at, reader = excluded.reader, dismissed_at = null,
        changed_at = clock_timestamp()
      where (excluded.at, excluded.sent_at, excluded.direction = 'in')
        > (badge_states.at, badge_states.sent_at, badge_states.direction = 'in')
    returning number`
  return new Set(rows.map(it => it.number))
}
