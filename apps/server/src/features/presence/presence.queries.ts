import { limits } from '@muster/domain/limits.ts'
import { standInNames } from '@muster/domain/stand-in-name.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../../db/database.ts'
import { wireTime } from '../../db/wire-time.ts'
import type { PageOf } from '../../rpc/paging.ts'
import { lastSeenInVisit, visitedSince } from './visit-people.sql.ts'

/** The name shown for a person whose profile the actor may not see, who can only be an internal admin. */
export const hiddenPersonName = standInNames.hiddenAdmin

export type ZonesOfMember = {
  readonly zones: string[]
  /** The person's last decision on location consent; null if they have not been asked yet. */
  readonly consent: 'given' | 'withdrawn' | null
}

/** Without invitations: readings count only for members. As the database owner; cached and never shown to anybody. */
export async function readZonesOfMembers(
  pool: pg.Pool,
  userIds: readonly string[],
): Promise<Map<string, ZonesOfMember>> {
  const { rows } = await pool.query<ZonesOfMember & { userId: string }>({
    name: 'zones-of-members',
    text: `select person as "userId",
        array(select zone_id from zone_assignments where user_id = person and accepted_at is not null) as zones,
        (last_consent(person)).decision as consent
      from unnest($1::uuid[]) person`,
    values: [userIds],
  })
  return new Map(rows.map(({ userId, ...member }) => [userId, member]))
}

/** Lists the ids of the zones a person is inside now. Reads as the database owner; the result is never shown to anybody. */
export async function readZonesInside(pool: pg.Pool, userId: string): Promise<string[]> {
  const { rows } = await pool.query<{ zone_id: string }>(
    'select zone_id from presence_tracking where user_id = $1 and is_inside_zone',
    [userId],
  )
  return rows.map(row => row.zone_id)
}

/** Finds a person's state in a zone; undefined if there is none or the actor may not see it. */
export const findPresence = (tx: Tx, zoneId: string, userId: string) =>
  tx
    .selectFrom('presence_tracking')
    .select(['is_inside_zone', 'captured_at'])
    .where('user_id', '=', userId)
    .where('zone_id', '=', zoneId)
    .executeTakeFirst()

/**
 * Selects the people with a state in the zone, with name and role. Both are null for an internal admin whose profile members may
 * not see, because an internal admin has no assignment.
 */
const selectPeople = (tx: Tx, zoneId: string) =>
  tx
    .selectFrom('presence_tracking as p')
    .leftJoin('user_profiles as u', 'u.id', 'p.user_id')
    .leftJoin('zone_assignments as a', join =>
      join.onRef('a.user_id', '=', 'p.user_id').onRef('a.zone_id', '=', 'p.zone_id'),
    )
    .select(['p.user_id', 'u.first_name', 'u.last_name', 'u.role as global_role', 'a.role as zone_role'])
    .where('p.zone_id', '=', zoneId)

/** Matches people by name; hidden profiles by the placeholder name that the lists show. */
const nameMatches = (search: string) =>
  sql<boolean>`coalesce(search_words(coalesce(u.first_name || ' ' || u.last_name, ${hiddenPersonName}))
    @@ search_query(${search}), true)`

export type InsideCursor = { readonly since: string; readonly id: string }
/** A row of `people_inside()`: a person or visitor in a zone. */
type PersonInside = {
  zone_id: string
  way: string
  person: string
  user_id: string | null
  visit_id: string | null
  name: string | null
  company: string | null
  phone: string | null
  badge: string | null
  reader: string | null
  since: Date
  seen_at: Date
  accuracy_meters: number | null
  mock: boolean | null
  unseen: boolean
}

/** Selects everybody inside a zone, with the profiles that the actor may see. */
const selectPeopleInside = (tx: Tx, zoneId: string) =>
  tx
    .selectFrom(sql<PersonInside>`people_inside()`.as('i'))
    .leftJoin('user_profiles as u', 'u.id', 'i.user_id')
    .where('i.zone_id', '=', zoneId)

export type RollCursor = { readonly since: string; readonly person: string }

/** Lists everybody inside, longest stay first, after a cursor. */
export function listRoll(tx: Tx, zoneId: string, { after, limit }: PageOf<RollCursor>) {
  let query = selectPeopleInside(tx, zoneId)
    .leftJoin('visitor_visits as v', 'v.id', 'i.visit_id')
    .leftJoinLateral(sql<{ name: string | null }>`person_names(array[v.host_id])`.as('h'), join =>
      join.on('v.host_id', 'is not', null),
    )
    .select(['i.person', 'i.way', 'i.user_id', 'i.name', 'i.company', 'i.badge', 'i.reader'])
    .select(['i.seen_at', 'i.mock', 'i.unseen', wireTime('i.since').as('since_exact')])
    .select(['u.first_name', 'u.last_name', 'u.user_code', 'u.role as global_role'])
    .select(sql<string | null>`coalesce(nullif(i.phone, ''), u.phone)`.as('phone'))
    .select(sql<string | null>`coalesce(h.name, v.host_name)`.as('host'))
    .orderBy('i.since')
    .orderBy('i.person')
    .limit(limit)
  if (after)
    query = query.where(
      sql<boolean>`(i.since, i.person) > (${after.since}::timestamptz, ${after.person}::text)`,
    )
  return query.execute()
}
export type RollRow = Awaited<ReturnType<typeof listRoll>>[number]

type InsideFilter = { seen?: 'lately' | 'long_ago' | undefined; search?: string | undefined }

/** Lists the people inside by phone, longest stay first, after a cursor. */
export function listInside(
  tx: Tx,
  zoneId: string,
  { seen, search }: InsideFilter,
  { after, limit }: PageOf<InsideCursor>,
) {
  let query = selectPeopleInside(tx, zoneId)
    .leftJoin('zone_assignments as a', join =>
      join.onRef('a.user_id', '=', 'i.user_id').onRef('a.zone_id', '=', 'i.zone_id'),
    )
    .select(['i.since', 'i.seen_at', 'i.accuracy_meters', 'i.mock'])
    .select([sql<string>`i.user_id`.as('user_id'), wireTime('i.since').as('since_exact')])
    .select(['u.first_name', 'u.last_name', 'u.role as global_role', 'a.role as zone_role'])
    .where('i.way', '=', 'phone')
    .orderBy('i.since')
    .orderBy('i.user_id')
    .limit(limit)
  if (seen) query = query.where('i.unseen', '=', seen === 'long_ago')
  if (search) query = query.where(nameMatches(search))
  if (after)
    query = query.where(sql<boolean>`(i.since, i.user_id) > (${after.since}::timestamptz, ${after.id}::uuid)`)
  return query.execute()
}
export type InsideRow = Awaited<ReturnType<typeof listInside>>[number]

/** Lists the last positions of the zone's people; empty for viewers who may not track live locations. */
export const listPositions = (tx: Tx, zoneId: string) =>
  selectPeople(tx, zoneId)
    .innerJoin(
      sql<{ user_id: string; latitude: number; longitude: number }>`located_members(${zoneId})`.as('l'),
      join => join.onRef('l.user_id', '=', 'p.user_id'),
    )
    .select(['p.is_inside_zone', 'p.captured_at', 'p.accuracy_meters', 'p.mock'])
    .select(['l.latitude', 'l.longitude'])
    .where('l.latitude', 'is not', null)
    .where('l.longitude', 'is not', null)
    .where('p.captured_at', 'is not', null)
    .orderBy('p.captured_at', 'desc')
    .orderBy('p.user_id')
    .limit(limits.livePositionsMost)
    .execute()
export type PositionRow = Awaited<ReturnType<typeof listPositions>>[number]

/** An exit without a visit does not count: withdrawn consent sets one for people outside, so that earlier readings are ignored. */
const selectLeft = (tx: Tx, zoneId: string) =>
  selectPeople(tx, zoneId)
    .select('p.exit_time')
    .where('p.is_inside_zone', '=', false)
    .where('p.exit_time', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('presence_history as h')
          .select('h.id')
          .whereRef('h.user_id', '=', 'p.user_id')
          .whereRef('h.zone_id', '=', 'p.zone_id')
          .whereRef('h.exit_time', '=', 'p.exit_time'),
      ),
    )
    // People without location consent are omitted, because their last position is hidden.
    .where('p.consent', '=', 'given')

/** Lists the last few people who left, however long ago. */
export const listLastLeft = (tx: Tx, zoneId: string) =>
  selectLeft(tx, zoneId)
    .orderBy('p.exit_time', 'desc')
    .orderBy('p.user_id')
    .limit(limits.recentlyLeftLimit)
    .execute()
export type LastLeftRow = Awaited<ReturnType<typeof listLastLeft>>[number]

const leftRecently = sql<boolean>`p.exit_time >= now() - ${limits.recentlyLeftMs}::float8 * interval '1 ms'`

export type LeftCursor = { readonly at: string; readonly id: string }

/** Lists the people who left within the last day, last exit first, after a cursor. */
export function listLeft(
  tx: Tx,
  zoneId: string,
  search: string | undefined,
  { after, limit }: PageOf<LeftCursor>,
) {
  let query = selectLeft(tx, zoneId)
    .select(wireTime('p.exit_time').as('exit_time_exact'))
    .where(leftRecently)
    .orderBy('p.exit_time', 'desc')
    .orderBy('p.user_id', 'desc')
    .limit(limit)
  if (search) query = query.where(nameMatches(search))
  if (after)
    query = query.where(
      sql<boolean>`(p.exit_time, p.user_id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  return query.execute()
}
export type LeftRow = Awaited<ReturnType<typeof listLeft>>[number]

export async function countLeft(tx: Tx, zoneId: string): Promise<number> {
  const row = await selectLeft(tx, zoneId)
    .where(leftRecently)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Lists the newest visits of people visible to the actor. A former member's visits are visible only to that person. */
export const listVisits = (tx: Tx, zoneId: string, since: Date) =>
  tx
    .selectFrom('presence_history as h')
    .innerJoin('user_profiles as u', 'u.id', 'h.user_id')
    .leftJoin('zone_assignments as a', join =>
      join.onRef('a.user_id', '=', 'h.user_id').onRef('a.zone_id', '=', 'h.zone_id'),
    )
    .select(['h.id', 'h.user_id', 'h.entry_time', 'h.exit_time', 'h.duration_minutes', 'h.tracking_source'])
    .select(lastSeenInVisit.as('last_seen'))
    .select(['h.entry_mock', 'h.exit_mock'])
    .select(['u.first_name', 'u.last_name', 'u.role as global_role', 'a.role as zone_role'])
    .where('h.zone_id', '=', zoneId)
    .where(visitedSince(since))
    .orderBy('h.entry_time', 'desc')
    .orderBy('h.id', 'desc')
    .limit(limits.historyLimit)
    .execute()
export type VisitRow = Awaited<ReturnType<typeof listVisits>>[number]

/** Lists a member's newest visits to the zone; none for invited or former members. Index: presence_history_user. */
export const listUserVisits = (tx: Tx, zoneId: string, userId: string, since: Date) =>
  tx
    .selectFrom('presence_history as h')
    .select(['h.id', 'h.entry_time', 'h.exit_time', 'h.duration_minutes', 'h.tracking_source'])
    .select(lastSeenInVisit.as('last_seen'))
    .select(['h.entry_mock', 'h.exit_mock'])
    .where('h.zone_id', '=', zoneId)
    .where('h.user_id', '=', userId)
    .where(visitedSince(since))
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('zone_assignments as a')
          .select('a.assignment_id')
          .where('a.zone_id', '=', zoneId)
          .where('a.user_id', '=', userId)
          .where('a.accepted_at', 'is not', null),
      ),
    )
    .orderBy('h.entry_time', 'desc')
    .orderBy('h.id', 'desc')
    .limit(limits.historyLimit)
    .execute()
export type UserVisitRow = Awaited<ReturnType<typeof listUserVisits>>[number]

/** Reads a zone's capacity and the numbers of people inside. */
export const findOccupancy = (tx: Tx, zoneId: string) =>
  tx
    .selectFrom('zones')
    .select(['max_capacity', 'current_occupancy', 'unseen_occupancy', 'badge_unseen'])
    .select(['phone_occupancy', 'badge_occupancy', 'visitor_occupancy'])
    .where('id', '=', zoneId)
    .executeTakeFirstOrThrow()
export type OccupancyRow = Awaited<ReturnType<typeof findOccupancy>>

/** In all of their zones, or in one of them. Beyond the limit, only those with the latest readings. */
export const listOwnPresence = (tx: Tx, userId: string, zoneId?: string) =>
  tx
    .selectFrom('presence_tracking')
    .select(['zone_id', 'is_inside_zone', 'captured_at', 'entry_time', 'tracking_source', 'mock'])
    .where('user_id', '=', userId)
    // Row-level security hides suspended zones from their members.
    .where('zone_id', 'in', eb => eb.selectFrom('zones').select('id'))
    .$if(zoneId !== undefined, query => query.where('zone_id', '=', zoneId ?? ''))
    .orderBy('captured_at', order => order.desc().nullsLast())
    // One reading may be the newest in many zones, so the time alone does not order them.
    .orderBy('is_inside_zone', 'desc')
    .orderBy('zone_id')
    .limit(limits.myZonesMost)
    .execute()
export type OwnPresenceRow = Awaited<ReturnType<typeof listOwnPresence>>[number]

/** Lists a person's newest visits to each of these zones, newest first. */
export const listOwnVisits = (tx: Tx, userId: string, zoneIds: readonly string[], since: Date) =>
  tx
    .selectFrom('presence_tracking as p')
    .innerJoinLateral(
      eb =>
        eb
          .selectFrom('presence_history as h')
          .select(['h.id', 'h.entry_time', 'h.exit_time', 'h.duration_minutes'])
          .whereRef('h.user_id', '=', 'p.user_id')
          .whereRef('h.zone_id', '=', 'p.zone_id')
          .where(visitedSince(since))
          .orderBy('h.entry_time', 'desc')
          .limit(limits.historyShortLimit)
          .as('v'),
      join => join.onTrue(),
    )
    .select(['p.zone_id', 'v.id', 'v.entry_time', 'v.exit_time', 'v.duration_minutes'])
    .where('p.user_id', '=', userId)
    .where('p.zone_id', '=', sql<string>`any (${zoneIds}::uuid[])`)
    .orderBy('v.entry_time', 'desc')
    .execute()
export type OwnVisitRow = Awaited<ReturnType<typeof listOwnVisits>>[number]
