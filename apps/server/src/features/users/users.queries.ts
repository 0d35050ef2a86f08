import type { ConsentStatus, PresenceFilter } from '@muster/contract/presence-word.ts'
import type { TeamMember } from '@muster/contract/users.ts'
import { limits } from '@muster/domain/limits.ts'
import type { SortDirection, TeamSort, ZonePeopleSort } from '@muster/domain/people-order.ts'
import type { ZoneRole } from '@muster/domain/role.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, one, oneOrNone } from '../../db/rows.ts'
import { mapDatabaseRefusal } from '../../rpc/map-database-refusal.ts'
import type { PageOf } from '../../rpc/paging.ts'
import type { Membership } from './memberships.alerts.ts'

export type ZonePersonRow = {
  assignment_id: string
  user_id: string
  zone_role: string
  /** ISO 8601 with microseconds; forms the cursor of the list together with the id. */
  assigned_at: string
  invited: boolean
  first_name: string
  last_name: string
  user_code: string
  /** This and all following fields are null for invited people. */
  email: string | null
  profile_image: string | null
  is_inside_zone: boolean | null
  entry_time: Date | null
  captured_at: Date | null
  latitude: number | null
  longitude: number | null
  accuracy_meters: number | null
  mock: boolean | null
  consent: 'given' | 'withdrawn' | null
  /** The row's key in an order other than `newestFirst`; null in that order. */
  sort_key: string | null
}

export type PeopleOrder = { readonly sort: ZonePeopleSort; readonly direction: SortDirection }
/** The order that an index provides, and in which the list is read unless another is requested. */
export const newestFirst: PeopleOrder = { sort: 'added', direction: 'desc' }
export type TeamOrder = { readonly sort: TeamSort; readonly direction: SortDirection }

export const isNewestFirst = ({ sort, direction }: PeopleOrder) =>
  sort === newestFirst.sort && direction === newestFirst.direction

const staleness = sql`${limits.presenceStaleMs}::float8 * interval '1 ms'`

export type PeopleFilter = {
  search?: string | undefined
  role?: ZoneRole | undefined
  presence?: PresenceFilter | undefined
  /** Includes last positions, and leaves out people with incomplete names. */
  places: boolean
  /** Only these people. */
  userIds?: readonly string[] | undefined
}
/** The position in a list: `assignedAt` in the order `newestFirst`, otherwise `key`. */
export type OrderedPosition = { readonly assignedAt?: string; readonly key?: string; readonly id: string }

/**
 * Lists the filtered people in a zone after a cursor, in an order. Indexes for the order `newestFirst`: zone_assignments_newest, or
 * user_profiles_search for a rare word.
 */
export const listZonePeople = (
  tx: Tx,
  zoneId: string,
  { search, role, presence, places, userIds }: PeopleFilter,
  order: PeopleOrder,
  { after, limit }: PageOf<OrderedPosition>,
) =>
  many(tx)<ZonePersonRow>`
    select * from zone_people(${zoneId}, ${presence ?? null}, ${search ?? null}, ${places}, ${places}, null,
      ${after?.assignedAt ?? null}, ${after?.id ?? null}, ${limit}::int, ${role ?? null},
      ${isNewestFirst(order) ? null : order.sort}, ${order.direction === 'asc'}, ${after?.key ?? null},
      ${userIds ? [...userIds] : null}::uuid[], ${staleness})`

export type TeamMemberRow = {
  user_id: string
  first_name: string
  last_name: string
  /** Null if the actor is not responsible for the person. */
  user_code: string | null
  /**
   * This and the following fields up to `created_at` are null for invited people. All but the status are null if the actor is not
   * responsible for the person.
   */
  email: string | null
  phone: string | null
  status: string | null
  profile_image: string | null
  created_at: Date | null
  /** ISO 8601 with microseconds; forms the cursor of the list together with the id. */
  added_at: string
  zone_count: number
  zones: TeamZone[]
  /** The row's key in an order other than `newestFirst`; null in that order. */
  sort_key: string | null
}
type TeamZone = Pick<TeamMember['zones'][number], 'id' | 'name' | 'role' | 'invited' | 'lastSeen'> & {
  inside: boolean | null
  consent: ConsentStatus | null
}

/** Lists the zones in which the actor is an accepted member, with the end of the current session's entry if there is one. */
export const listOwnZones = (tx: Tx, actor: { userId: string; sessionId: string }) =>
  tx
    .selectFrom('zone_assignments as a')
    .leftJoin('zone_entries as e', join =>
      join
        .onRef('e.zone_id', '=', 'a.zone_id')
        .on('e.session_id', '=', actor.sessionId)
        .on('e.expires_at', '>', sql<Date>`now()`),
    )
    .select(['a.zone_id', 'a.role', 'e.expires_at as entered_until'])
    .where('a.user_id', '=', actor.userId)
    .where('a.accepted_at', 'is not', null)
    .execute()

/** Lists the filtered people in these zones after a cursor, in an order. All matching people are read and sorted. */
export const listTeam = (
  tx: Tx,
  zoneIds: readonly string[],
  { search, role }: Pick<PeopleFilter, 'search' | 'role'>,
  order: TeamOrder,
  { after, limit }: PageOf<OrderedPosition>,
) =>
  many(tx)<TeamMemberRow>`
    select * from people_of_zones(${[...zoneIds]}::uuid[], ${search ?? null}, ${role ?? null},
      ${after?.assignedAt ?? null}, ${after?.id ?? null}, ${limit}::int, ${isNewestFirst(order) ? null : order.sort},
      ${order.direction === 'asc'}, ${after?.key ?? null})`

/** Counts the filtered people in these zones whom the actor may see. */
export async function countTeam(
  tx: Tx,
  zoneIds: readonly string[],
  { search, role }: Pick<PeopleFilter, 'search' | 'role'> = {},
): Promise<number> {
  const ids = sql`${[...zoneIds]}::uuid[]`
  const row = await one(tx)<{ count: number }>`${
    search || role
      ? sql`select count(*) as count from people_of_zones(${ids}, ${search ?? null}, ${role ?? null}, null, null, null)`
      : sql`select count_people_of_zones(${ids}) as count`
  }`
  return row.count
}

/** With their last position; undefined if they do not belong to the zone, or the actor may not see them. */
export const findZonePerson = (tx: Tx, zoneId: string, userId: string) =>
  oneOrNone(tx)<ZonePersonRow>`
    select * from zone_people(${zoneId}, null, null, true, false, ${userId}, null, null, 1)`

/** Reads further details of a person; undefined if row-level security hides them from the actor. */
export const readMember = (tx: Tx, userId: string) =>
  tx
    .selectFrom('user_profiles')
    .select(['phone', 'skills', 'role', 'status', 'created_at'])
    .select(['emergency_contact_name', 'emergency_contact_phone', 'emergency_contact_relationship'])
    .where('id', '=', userId)
    .executeTakeFirst()
export type MemberRow = NonNullable<Awaited<ReturnType<typeof readMember>>>

export type PeopleCounts = { all: number; inside: number; outside: number; unknown: number; unseen: number }

/** 0 for viewers who may not see them. With `places`, leaves out people with incomplete names. */
export async function countZonePeople(
  tx: Tx,
  zoneId: string,
  { places, search }: { places: boolean; search?: string | undefined },
): Promise<PeopleCounts> {
  const row = await oneOrNone(tx)<PeopleCounts>`${
    search
      ? sql`select count(*) as all, count(*) filter (where is_inside_zone) as inside,
          count(*) filter (where not is_inside_zone and captured_at is not null) as outside,
          count(*) filter (where captured_at is null) as unknown,
          count(*) filter (where is_inside_zone and captured_at < now() - ${staleness}) as unseen
        from zone_people(${zoneId}, null, ${search}, false, ${places}, null, null, null, null)`
      : sql`select * from count_zone_people(${zoneId}, ${places}, ${staleness})`
  }`
  return row ?? { all: 0, inside: 0, outside: 0, unknown: 0, unseen: 0 }
}

/** Declines the actor's own invitation; returns false if there is none. */
export async function declineOwnInvitation(tx: Tx, zoneId: string): Promise<boolean> {
  const row = await oneOrNone(tx)<{ declined: boolean }>`select decline_invitation(${zoneId}) as declined`
  return row?.declined ?? false
}

export type LinkResult = { id: string; first_name: string; last_name: string } & (
  | { outcome: 'linked'; membership: Membership }
  | { outcome: 'assigned' | 'declined' }
)

/** Invites the owner of the code; undefined if the actor may not do so, or if nobody who can be added has the code. */
export async function linkUserByCode(
  tx: Tx,
  code: string,
  zoneId: string,
  role: string,
): Promise<LinkResult | undefined> {
  return mapDatabaseRefusal(
    oneOrNone(tx)<LinkResult>`select * from link_user_by_code(${code}, ${zoneId}, ${role})`,
  )
}

type UnlinkResult =
  | { outcome: 'unlinked'; membership: Membership }
  | { outcome: 'not_assigned' | 'above' | 'last_manager' }

/** Ends a membership. The database refuses to remove the zone's last manager, or people who rank above the actor. */
export const unlinkMember = (tx: Tx, zoneId: string, userId: string) =>
  one(tx)<UnlinkResult>`select * from unlink_member(${zoneId}, ${userId})`

type RoleChangeResult =
  | { outcome: 'changed'; membership: Membership }
  | { outcome: 'same' | 'not_assigned' | 'above' | 'last_manager' }

/** Changes a person's role in the zone, if the database permits the actor to do so. */
export const changeMemberRole = (tx: Tx, zoneId: string, userId: string, role: string) =>
  one(tx)<RoleChangeResult>`
    select * from change_member_role(${zoneId}, ${userId}, ${role})`

/** Returns true for accepted members only, because the PIN of an invited person must not be changed. */
export async function isMember(tx: Tx, zoneId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('zone_assignments')
    .select('assignment_id')
    .where('zone_id', '=', zoneId)
    .where('user_id', '=', userId)
    .where('accepted_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** `failures` lists the times (ms) of wrong attempts since the last success or reset. */
type MemberPin = { readonly failures: readonly number[]; readonly resetAskedAt: Date | null }

/** Reads the PIN status of a member; undefined if they have no PIN, or the actor may not reset PINs in the zone. */
export async function readMemberPin(tx: Tx, zoneId: string, userId: string): Promise<MemberPin | undefined> {
  const rows = await many(tx)<{ failures: Date[]; reset_asked_at: Date | null }>`
    select failures, reset_asked_at from pin_of_member(${zoneId}, ${userId})`
  const [row] = rows
  return row && { failures: row.failures.map(at => at.getTime()), resetAskedAt: row.reset_asked_at }
}
