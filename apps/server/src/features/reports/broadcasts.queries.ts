import { maxReportRows } from '@muster/contract/report-document.ts'
import type { BroadcastPriority } from '@muster/domain/broadcast.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'
import type { Scope } from './report-scope.ts'

export type BroadcastRow = {
  readonly zone_id: string | null
  /** Null for a broadcast to all zones. */
  readonly zone_name: string | null
  readonly day: string
  readonly sent_at: Date
  readonly title: string
  readonly priority: BroadcastPriority
  readonly recipients: number
  readonly seen: number
  /** Recipients who answered or, if no answer was required, saw the broadcast. */
  readonly acknowledged: number
  readonly unreachable: number
  /** Median time to acknowledgement, in seconds. */
  readonly acknowledged_s: number | null
}

/**
 * Broadcasts to all zones only in a report on all zones by somebody who sees all, because others see only themselves among the
 * recipients.
 */
export async function listBroadcasts(
  tx: Tx,
  scope: Scope,
  timeZone: string,
  includeAllZones: boolean,
): Promise<BroadcastRow[]> {
  const allZonesCondition: RawBuilder<unknown> = includeAllZones
    ? sql`or b.zone_id is null and (select actor_can('view_all_zones'))`
    : sql``
  return many(tx)<BroadcastRow>`
    with sent as (
      select b.*, z.name as zone_name, coalesce(zone_time_zone(z.id, ${scope.installation}), ${timeZone}) as tz
      from broadcasts b left join zones z on z.id = b.zone_id
      where b.state = 'sent' and (b.zone_id = any(${[...scope.zoneIds]}::uuid[]) ${allZonesCondition})
        and b.sent_at >= ${scope.from}::date - interval '2 days' and b.sent_at < ${scope.to}::date + interval '3 days'
        ${scope.userId === null ? sql`` : sql`and b.sender_id = ${scope.userId}::uuid`}
        ${scope.groupId === null ? sql`` : sql`and ${scope.groupId}::uuid = any(b.target_groups)`})
    select b.zone_id, b.zone_name, to_char(local_day(b.sent_at, b.tz), 'YYYY-MM-DD') as day, b.sent_at, b.title, b.priority,
      r.recipients, r.seen, r.acknowledged, r.unreachable, r.acknowledged_s
    from sent b cross join lateral (
      select count(*)::int as recipients, (count(*) filter (where r.state in ('seen', 'answered')))::int as seen,
        (count(*) filter (where done))::int as acknowledged, (count(*) filter (where r.state = 'unreachable'))::int as unreachable,
        percentile_cont(0.5) within group (order by extract(epoch from r.changed_at - b.sent_at)::float8) filter (where done) as acknowledged_s
      from (select r.*, r.state = 'answered' or r.state = 'seen' and cardinality(b.answers) = 0 as done
        from broadcast_recipients r where r.broadcast_id = b.id) r) r
    where local_day(b.sent_at, b.tz) between ${scope.from}::date and ${scope.to}::date
    order by b.sent_at desc, b.id desc limit ${maxReportRows + 1}`
}
