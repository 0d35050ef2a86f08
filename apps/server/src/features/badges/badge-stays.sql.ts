import { badgeGoneMs, badgeUnseenMs } from '@muster/domain/badge.ts'
import { type RawBuilder, sql } from 'kysely'

const longestStay = sql`${badgeGoneMs}::float8 * interval '1 ms'`

/**
 * SQL for `foldBadgeEvents`: `user_id` is null without an account, `entered` null after an out without an in, `exited` null while
 * unknown, `unseen` the entry of somebody not seen going out; `began` and `ended` bound the known stay, equal if one is known.
 * `spans` has `id`, `from_at`, `to_at`. Without visitors' badges, whose stays are visits. Indexes: badge_events_zone,
 * visitor_visits_badge.
 */
export const badgeStays = (spans: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select s.zone_id, s.number, s.user_id,
    case when s.direction = 'in' then s.at end as entered,
    case when s.direction = 'out' then s.at when its.ends then s.next_at end as exited,
    case when s.direction = 'in' and not its.ends and not its.lasts then s.at end as unseen,
    its.lasts, s.at as began,
    case when its.ends then s.next_at when its.lasts then now() else s.at end as ended
  from (
    select e.zone_id, e.number, e.user_id, e.direction, e.at, lead(e.at) over turns as next_at,
      lead(e.direction) over turns as next_direction, lag(e.direction) over turns as previous_direction
    from (${spans}) z
      join badge_events e on e.zone_id = z.id and e.at >= z.from_at - ${longestStay} and e.at < z.to_at + ${longestStay}
    window turns as (partition by e.zone_id, e.number order by e.at, e.sent_at, (e.direction = 'in'))) s
    cross join lateral (
      select s.direction = 'in' and s.next_direction is not distinct from 'out' and s.next_at - s.at <= ${longestStay} as ends,
        s.direction = 'in' and s.next_at is null and s.at > now() - ${badgeUnseenMs}::float8 * interval '1 ms' as lasts) its
  where (s.direction = 'in' or coalesce(s.previous_direction, 'out') = 'out')
    and (s.user_id is not null or not exists (
      select from visitor_visits v where v.zone_id = s.zone_id and v.badge = s.number and v.badge <> ''
        and v.signed_in_at <= case when its.ends then s.next_at when its.lasts then now() else s.at end
        and coalesce(v.signed_out_at, now()) >= s.at))`
