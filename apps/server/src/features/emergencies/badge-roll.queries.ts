import { badgeGoneMs, badgeUnseenMs, unknownBadgesListedMost } from '@muster/domain/badge.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { manyValues, oneValue, run } from '../../db/rows.ts'

type BadgeState = {
  readonly zoneId: RawBuilder<unknown>
  readonly number: RawBuilder<unknown>
  /** The time at which the badge came in. */
  readonly at: RawBuilder<unknown>
}

/**
 * True if a listed visitor carries the badge, or handed it back at a sign-out after it came in. A visit that ended with the day says
 * nothing; a member's badge always counts as the member. Index: visitor_visits_badge.
 */
const isCarriedByVisitor = ({ zoneId, number, at }: BadgeState) => sql<boolean>`
  exists (select from visitor_visits v where v.zone_id = ${zoneId} and v.badge = ${number} and v.badge <> ''
    and v.signed_in_at is not null and (v.signed_out_at is null or v.ended <> 'end_of_day' and v.signed_out_at >= ${at}) offset 0)`

/** The zones of an emergency; null for all. */
export type RollZones = readonly string[] | null

/** Which badges an open emergency reads: those that changed lately or, once a minute and at the start of a node, all. */
export type BadgeScope = { readonly isRecent: boolean }

/*
 * Readers add thousands of rows in a moment, and the statistics know nothing of them. A planner that expects one row compares every badge
 * with every row of the roll, so each `offset 0` below keeps the order of a join, which then reads one row at a time by an index.
 */

/** Covers the pause between two runs that read all badges, and a run that was late. */
const RECENT = sql`now() - interval '3 minutes'`

/** True for the state `s` of a badge that is inside, whoever carries it. */
const isIn = sql`s.direction = 'in' and s.dismissed_at is null and s.at > now() - ${badgeGoneMs}::float8 * interval '1 ms'`
const isCarried = isCarriedByVisitor({ zoneId: sql`s.zone_id`, number: sql`s.number`, at: sql`s.at` })
/** True for the state `s` of a number that is inside, is assigned to nobody and is carried by no visitor. */
const isUnknownIn = sql`${isIn} and not ${isCarried}
  and not exists (select from badges b where b.zone_id = s.zone_id and b.number = s.number offset 0)`

/** The state `s` of a badge, read by the primary key. */
const selectState = (zoneId: RawBuilder<unknown>, number: RawBuilder<unknown>) => sql`
  lateral (select s.* from badge_states s where s.zone_id = ${zoneId} and s.number = ${number} offset 0) s`

/** True if the roll has no row for the number of the state `s`. Index: emergency_people_badge. */
const isNotOnRoll = (emergencyId: string) => sql`not exists (select from emergency_people p
  where p.emergency_id = ${emergencyId}::uuid and p.user_id is null and p.zone_id = s.zone_id and p.badge = s.number offset 0)`

type NewOnRoll = BadgeScope & {
  readonly emergencyId: string
  /** True once everybody who was inside at the declaration has been added. */
  readonly isLater: boolean
}

/**
 * Restricts the state `s` of a badge of `userId` to those who may be added to a roll. Later additions need a reading that was the
 * person's when it arrived, so (un)assigning a badge adds nobody.
 */
const isNew = ({ emergencyId, isLater, isRecent }: NewOnRoll, userId: RawBuilder<unknown>) => sql`
  (${!isRecent} or s.changed_at > ${RECENT}) and ${isNotOnRoll(emergencyId)}
  and (${!isLater} or exists (select from badge_events r where r.zone_id = s.zone_id and r.number = s.number and r.sent_at = s.sent_at
    and r.direction = 'in' and r.user_id is not distinct from ${userId} offset 0))`

/** The numbers assigned to nobody that a roll still has room for in the zone `z`. */
const unknownRoom = (
  emergencyId: string,
) => sql`greatest(0, ${unknownBadgesListedMost} - (select count(*) from emergency_people p
  where p.emergency_id = ${emergencyId}::uuid and p.user_id is null and p.zone_id = z.id and p.badge = p.name and p.counted))`

/**
 * Has the columns of `rollColumns`. `badge` is the number of people known by it; an unassigned number is the name too (`toRollName`).
 * Each zone bounds those, oldest of a shift first: whoever sends invented numbers displaces nobody. Carriers among visitors are on the roll as visitors. With
 * `onRoll`: those missing from it.
 */
export function selectBadgePeople(zoneIds: RollZones, onRoll?: NewOnRoll): RawBuilder<unknown> {
  return sql`
    select distinct on (coalesce(s.user_id::text, s.zone_id::text || s.number)) s.user_id, null::uuid as visit_id,
      case when s.user_id is null then s.number end as badge, s.zone_id, left(z.name, 200) as zone_name,
      left(case when s.user_id is not null then trim(u.first_name || ' ' || u.last_name)
        when s.holder is null then s.number
        when s.company = '' then s.holder else s.holder || ' (' || s.company || ')' end, 200) as name,
      left(case when s.user_id is not null then trim(u.last_name || ' ' || u.first_name)
        when s.holder is null then s.number
        else regexp_replace(s.holder, '^(.*)\\s(\\S+)$', '\\2 \\1') end, 200) as sort_name,
      left(coalesce(nullif(s.phone, ''), trim(u.phone), ''), 40) as phone, '' as note, coalesce(s.company, '') as company,
      s.at as inside_since, s.at as seen_at, null::real as accuracy_meters, null::float8 as latitude, null::float8 as longitude,
      c.user_id is null as counted, c.reason as uncounted_reason, 'badge' as why
    from (
        select s.zone_id, s.number, s.at, b.user_id, b.holder, b.company, b.phone
        from ${
          onRoll?.isRecent
            ? sql`(select * from badge_states s where ${isAmong('s.zone_id', zoneIds)} and s.changed_at > ${RECENT} offset 0) s
              cross join lateral (select * from badges b where b.zone_id = s.zone_id and b.number = s.number offset 0) b`
            : sql`badges b cross join ${selectState(sql`b.zone_id`, sql`b.number`)}`
        }
        where ${isAmong('b.zone_id', zoneIds)} and ${isIn} and (b.user_id is not null or not ${isCarried})
          and (${!onRoll} or ${onRoll ? isNew(onRoll, sql`b.user_id`) : sql`true`})
        union all
        select z.id, s.number, s.at, null, null, null, null
        from zones z cross join lateral (
          select s.number, s.at from badge_states s
          where s.zone_id = z.id and ${isUnknownIn} and ${onRoll ? isNew(onRoll, sql`null::uuid`) : sql`true`}
          order by s.at <= now() - ${badgeUnseenMs}::float8 * interval '1 ms', s.at, s.number
          limit ${onRoll ? unknownRoom(onRoll.emergencyId) : sql`${unknownBadgesListedMost}`}) s
        where ${isAmong('z.id', zoneIds)}) s
      join zones z on z.id = s.zone_id
      left join user_profiles u on u.id = s.user_id
      left join zone_uncounted_people c on c.user_id = s.user_id and c.zone_id = s.zone_id
    order by coalesce(s.user_id::text, s.zone_id::text || s.number), s.at desc, s.number`
}

/** Maximum numbers that are counted one by one, so that counting stays cheap whatever a reader sends. */
const COUNTED_MOST = 10_000

const countUnknown = (
  zoneId: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
) => sql`(select count(*)::integer from (
  select from badge_states s where s.zone_id = ${zoneId} and ${isUnknownIn} and ${condition} limit ${COUNTED_MOST}) its)`

/** Counts the numbers assigned to nobody that `selectBadgePeople` leaves out, because there are too many. */
export const countUnlistedBadges = (tx: Tx, zoneIds: RollZones) =>
  oneValue(tx)<number>`
    select coalesce(sum(greatest(0, ${countUnknown(sql`z.id`, sql`true`)} - ${unknownBadgesListedMost}::integer)), 0)::integer as numbers
    from zones z where ${isAmong('z.id', zoneIds)}`

/**
 * Stores for each zone of an open emergency how many numbers are inside that are assigned to nobody and not on the roll, because
 * there are too many; returns the zones where that changed.
 */
export const updateUnlistedBadges = (tx: Tx, emergencyId: string) =>
  manyValues(tx)<string>`
    with counts as materialized (
      select z.zone_id, ${countUnknown(sql`z.zone_id`, isNew({ emergencyId, isLater: true, isRecent: false }, sql`null::uuid`))} as numbers
      from emergency_zones z where z.emergency_id = ${emergencyId} and z.zone_id is not null)
    update emergency_zones z set unlisted_badges = counts.numbers
    from counts, emergencies e
    where z.emergency_id = ${emergencyId} and z.zone_id = counts.zone_id and z.unlisted_badges <> counts.numbers
      and e.id = z.emergency_id and e.all_clear_at is null
    returning z.zone_id`

/**
 * Badges that went out since the declaration; a new in removes the note. For those on the roll by badge, a late out from before is
 * noted too; for visitors, one since they signed in. Not a state: out of the building, but nobody has seen them at a meeting place.
 * Returns how many rows changed.
 */
export async function noteBadgeOuts(tx: Tx, emergencyId: string, { isRecent }: BadgeScope): Promise<number> {
  const changedStates = sql`emergency_zones c cross join lateral (
    select s.* from badge_states s where s.zone_id = c.zone_id and s.changed_at > ${RECENT} offset 0) s`
  const rowsByNumber = isRecent
    ? sql`${changedStates} cross join lateral (
        select p.* from emergency_people p where p.emergency_id = ${emergencyId}::uuid and p.user_id is null
          and p.zone_id = s.zone_id and p.badge = s.number offset 0) q
        where c.emergency_id = ${emergencyId}`
    : sql`emergency_people q cross join ${selectState(sql`q.zone_id`, sql`q.badge`)}
        where q.emergency_id = ${emergencyId} and q.user_id is null and q.badge is not null`
  const rowsByAccount = isRecent
    ? sql`(select distinct b.user_id from ${changedStates} cross join lateral (
          select b.user_id from badges b where b.zone_id = s.zone_id and b.number = s.number and b.user_id is not null offset 0) b
          where c.emergency_id = ${emergencyId}) it
        cross join lateral (select p.* from emergency_people p
          where p.emergency_id = ${emergencyId} and p.user_id = it.user_id offset 0) q`
    : sql`(select p.* from emergency_people p where p.emergency_id = ${emergencyId} and p.user_id is not null offset 0) q`
  const isSince = sql`s.at >= case q.why when 'badge' then least(e.declared_at, q.seen_at) when 'visitor' then q.inside_since
    else e.declared_at end`
  const update = (newest: RawBuilder<unknown>) => sql`
    with its as materialized (${newest})
    update emergency_people p set badge_out_at = its.out_at, badge_out_reader = its.reader
    from its where p.id = its.id and p.badge_out_at is distinct from its.out_at`
  const outcome = sql`q.id, case when s.direction = 'out' then s.at end as out_at, case when s.direction = 'out' then s.reader end as reader`
  const open = sql`exists (select from emergencies e where e.id = ${emergencyId} and e.all_clear_at is null and ${isSince})`
  const byNumber = await update(sql`select ${outcome} from ${rowsByNumber} and ${open}`).execute(tx)
  const byAccount = await update(sql`
    select distinct on (q.id) ${outcome} from ${rowsByAccount}
      cross join lateral (select b.zone_id, b.number from badges b where b.user_id = q.user_id offset 0) b
      cross join ${selectState(sql`b.zone_id`, sql`b.number`)}
    where ${open} and (s.zone_id = q.zone_id or exists (
      select from emergency_zones z where z.emergency_id = ${emergencyId} and z.zone_id = s.zone_id))
    order by q.id, s.at desc, s.number`).execute(tx)
  return Number(byNumber.numAffectedRows ?? 0) + Number(byAccount.numAffectedRows ?? 0)
}

/**
 * Stops counting people who are on the roll only by a number that was said to be no person, and counts them again once it is read
 * again. Returns how many rows changed.
 */
export async function followDismissals(
  tx: Tx,
  emergencyId: string,
  { isRecent }: BadgeScope,
): Promise<number> {
  const changed = await run(tx)`
    with its as materialized (
      select p.id, s.dismissed_at is null as counted
      from emergency_people p cross join lateral (
        select s.dismissed_at, s.changed_at from badge_states s where s.zone_id = p.zone_id and s.number = p.badge offset 0) s
      where p.emergency_id = ${emergencyId} and p.user_id is null and p.badge is not null and p.why = 'badge'
        and (${!isRecent} or s.changed_at > ${RECENT}) and p.counted <> (s.dismissed_at is null))
    update emergency_people p set counted = its.counted from its, emergencies e
    where p.id = its.id and e.id = p.emergency_id and e.all_clear_at is null`
  return changed
}
