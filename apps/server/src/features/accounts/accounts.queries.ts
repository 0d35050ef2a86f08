import type { ConsentStatus, PresenceStatus } from '@muster/contract/presence-word.ts'
import { limits } from '@muster/domain/limits.ts'
import type { AccountSort, SortDirection } from '@muster/domain/people-order.ts'
import type { Role, ZoneRole } from '@muster/domain/role.ts'
import type { UserStatus } from '@muster/domain/user-status.ts'
import { type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, one, oneOrNone } from '../../db/rows.ts'
import type { DB } from '../../db/schema.generated.ts'
import { wireTime } from '../../db/wire-time.ts'
import { escapeLikePattern } from '../../lib/like-text.ts'
import { mapDatabaseRefusal } from '../../rpc/map-database-refusal.ts'
import type { PageOf } from '../../rpc/paging.ts'
import { lockSignIns } from '../auth/index.ts'
import type { Membership } from '../users/index.ts'

/** The columns in the list of accounts. */
const columns = [
  'u.id',
  'u.first_name',
  'u.last_name',
  'u.email',
  'u.phone',
  'u.role',
  'u.status',
  'u.profile_image',
  'u.user_code',
  'u.created_at',
] as const

const isInside = sql<boolean>`exists (select from presence_tracking p where p.user_id = u.id and p.is_inside_zone)`
const wasSeen = sql<boolean>`exists (select from presence_tracking p where p.user_id = u.id and p.captured_at is not null)`
const presence = sql<PresenceStatus>`case when ${isInside} then 'inside' when ${wasSeen} then 'outside' else 'unknown' end`
/**
 * Selects when the person was last seen. For people inside a zone, only the zones they are inside count, because a reading outside
 * another zone proves nothing.
 */
const lastSeenAt = sql<Date | null>`(select coalesce(max(p.captured_at) filter (where p.is_inside_zone), max(p.captured_at))
  from presence_tracking p where p.user_id = u.id)`
const isMock = sql<boolean | null>`(select p.mock from presence_tracking p
  where p.user_id = u.id and p.captured_at is not null order by p.captured_at desc limit 1)`

const zoneNames = sql<
  string[] | null
>`(select array_agg(name order by name_order) from (select z.name, z.name_order from zone_assignments a
  join zones z on z.id = a.zone_id where a.user_id = u.id order by z.name_order limit 2) first_zones)`
const zoneCount = sql<number>`(select count(*)::int from zone_assignments a where a.user_id = u.id)`

/**
 * Selects accounts with whether they were activated, their presence and their consent, which only people who manage accounts may
 * see.
 */
const selectAccounts = (tx: Tx) =>
  tx
    .selectFrom('user_profiles as u')
    .select(columns)
    .select([
      sql<boolean>`not has_joined(u.id)`.as('invited'),
      presence.as('presence'),
      lastSeenAt.as('last_seen'),
      isMock.as('mock'),
      zoneNames.as('zone_names'),
      zoneCount.as('zone_count'),
      sql<ConsentStatus | null>`account_consent(u.id)`.as('consent'),
    ])

export type AccountRow = Awaited<ReturnType<ReturnType<typeof selectAccounts>['execute']>>[number]
export type AccountCursor = { readonly createdAt: string; readonly id: string }
/** The order of a list of accounts. */
export type AccountOrder = { readonly sort: AccountSort; readonly direction: SortDirection }
/** The position in a list: the row's key in the list's order. */
export type OrderedAccountCursor = { readonly key: string; readonly id: string }
export type AccountFilter = {
  search?: string | undefined
  role?: Role | undefined
  status?: UserStatus | undefined
  presence?: PresenceStatus | undefined
  /** Only these people. */
  userIds?: readonly string[] | undefined
}

/** Lists the filtered people, newest first, after a cursor. Uses the index user_profiles_created_at. */
export function listAccounts(tx: Tx, filter: AccountFilter, { after, limit }: PageOf<AccountCursor>) {
  const query = selectFilteredAccounts(tx, filter)
    .select(wireTime('u.created_at').as('created_at_exact'))
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id', 'desc')
    .limit(limit)
  if (!after) return query.execute()
  return query
    .where(sql<boolean>`(u.created_at, u.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`)
    .execute()
}

/** The text by which accounts are sorted. A name is shortened, because a cursor contains it. */
const sortKeys: Readonly<Record<AccountSort, RawBuilder<string>>> = {
  added: sql<string>`wire_time(u.created_at)`,
  name: sql<string>`left(lower(trim(u.first_name || ' ' || u.last_name)), 60)`,
  state: sql<string>`case when ${isInside} then '0' when ${wasSeen} then '1' else '2' end`,
  seen: sql<string>`coalesce(wire_time(${lastSeenAt}), '')`,
  role: sql<string>`coalesce(array_position(array['super_admin', 'admin', 'client_admin', 'zone_manager_rw', 'zone_manager_ro',
    'app_user'], u.role), 9)::text`,
}

/** Lists the filtered people in an order, after a cursor. All matching people are read and sorted. */
export function listSortedAccounts(
  tx: Tx,
  filter: AccountFilter,
  { sort, direction }: AccountOrder,
  { after, limit }: PageOf<OrderedAccountCursor>,
) {
  const key = sortKeys[sort]
  const query = selectFilteredAccounts(tx, filter)
    .select(key.as('sort_key'))
    .orderBy('sort_key', direction)
    .orderBy('u.id', direction)
    .limit(limit)
  if (!after) return query.execute()
  const comparison = sql.raw(direction === 'asc' ? '>' : '<')
  return query
    .where(sql<boolean>`(${key}, u.id) ${comparison} (${after.key}::text, ${after.id}::uuid)`)
    .execute()
}

const selectFilteredAccounts = (tx: Tx, filter: AccountFilter) =>
  selectAccounts(tx).where(matchesFilter(filter))

const matchesFilter = ({ search = '', role, status, presence: presenceFilter, userIds }: AccountFilter) =>
  sql<boolean>`(${sql.join(
    [
      sql`true`,
      ...(userIds ? [sql`u.id = any (${[...userIds]}::uuid[])`] : []),
      ...(role ? [sql`u.role = ${role}`] : []),
      ...(status ? [sql`u.status = ${status}`] : []),
      ...(presenceFilter ? [sql`${presence} = ${presenceFilter}`] : []),
      ...search
        .split(/\s+/)
        .filter(Boolean)
        .map(
          word =>
            sql`concat_ws(' ', u.first_name, u.last_name, u.email, u.user_code) ilike ${`%${escapeLikePattern(word)}%`}::text`,
        ),
    ],
    sql` and `,
  )})`

type AccountCounts = { all: number; inside: number; outside: number; unknown: number; unseen: number }

/**
 * Counts the filtered people by presence: inside any zone (and how many of those have not been seen lately), seen but outside all
 * zones, never seen.
 */
export const countAccounts = (tx: Tx, filter: AccountFilter = {}) =>
  one(tx)<AccountCounts>`
    select count(*)::int as all, count(*) filter (where p.inside)::int as inside,
      count(*) filter (where p.seen is not null and not p.inside)::int as outside, count(*) filter (where p.seen is null)::int as unknown,
      count(*) filter (where p.inside and p.seen_inside < now() - ${limits.presenceStaleMs}::float8 * interval '1 ms')::int as unseen
    from user_profiles u left join (
      select user_id, bool_or(is_inside_zone) as inside, max(captured_at) as seen,
        max(captured_at) filter (where is_inside_zone) as seen_inside
      from presence_tracking group by user_id) p on p.user_id = u.id
    where ${matchesFilter(filter)}`

export const findAccount = (tx: Tx, userId: string) =>
  selectAccounts(tx).where('u.id', '=', userId).executeTakeFirst()

export function readAccountDetail(tx: Tx, userId: string) {
  return selectAccounts(tx)
    .select([
      'u.skills',
      'u.emergency_contact_name',
      'u.emergency_contact_phone',
      'u.emergency_contact_relationship',
      sql<string | null>`pending_email(u.id)`.as('pending_email'),
      sql<boolean>`has_second_step(u.id)`.as('two_step'),
      sql<number>`count_passkeys(u.id)`.as('passkeys'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst()
}
export type AccountDetailRow = NonNullable<Awaited<ReturnType<typeof readAccountDetail>>>

/** Lists the zones a person is assigned to, ordered by name. */
export function listUserZones(tx: Tx, userId: string, limit: number) {
  return tx
    .selectFrom('zone_assignments as a')
    .innerJoin('zones as z', 'z.id', 'a.zone_id')
    .leftJoin('presence_tracking as p', join =>
      join.onRef('p.zone_id', '=', 'a.zone_id').onRef('p.user_id', '=', 'a.user_id'),
    )
    .select(['z.id', 'z.name', 'z.status', 'a.role', 'a.accepted_at', 'a.assigned_at'])
    .select(['p.is_inside_zone', 'p.captured_at'])
    .where('a.user_id', '=', userId)
    .orderBy('z.name_order')
    .orderBy('z.id')
    .limit(limit)
    .execute()
}

export async function countUserZones(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('zone_assignments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export type ZoneChoiceCursor = { readonly name: string; readonly id: string }

/**
 * Lists the zones whose name and description together contain every word, ordered by name, after a cursor, and whether the person
 * is assigned to each.
 */
export function listZoneChoices(
  tx: Tx,
  userId: string,
  search: string,
  { after, limit }: PageOf<ZoneChoiceCursor>,
) {
  let query = tx
    .selectFrom('zones as z')
    .leftJoin('zone_assignments as a', join =>
      join.onRef('a.zone_id', '=', 'z.id').on('a.user_id', '=', userId),
    )
    .select(['z.id', 'z.name', 'z.status', 'a.assignment_id'])
    .orderBy('z.name_order')
    .orderBy('z.id')
    .limit(limit)
  for (const word of search.split(/\s+/).filter(Boolean))
    query = query.where(
      sql<boolean>`concat_ws(' ', z.name, z.description) ilike ${`%${escapeLikePattern(word)}%`}::text`,
    )
  if (after) query = query.where(sql<boolean>`(z.name, z.id) > (${after.name}::text, ${after.id}::uuid)`)
  return query.execute()
}
export type ZoneChoiceRow = Awaited<ReturnType<typeof listZoneChoices>>[number]

export type AccountZoneRow = Awaited<ReturnType<typeof listUserZones>>[number]

/** Returns the addresses among these that already have an account. Requires the database owner role. */
export async function findTakenEmails(tx: Tx, emails: readonly string[]): Promise<Set<string>> {
  const rows = await tx.selectFrom('user_profiles').select('email').where('email', 'in', emails).execute()
  return new Set(rows.map(row => row.email))
}

/**
 * Returns the person with their row locked until the transaction ends; undefined if there is none. For a super admin, all active ones
 * are locked first, so that concurrent changes cannot remove the last one; `last` is true if the person is the last, or became a super
 * admin only now. Requires the database owner role.
 */
export async function lockAccount(
  tx: Tx,
  userId: string,
): Promise<
  | { id: string; role: Role; status: UserStatus; email: string; photo: string | null; last: boolean }
  | undefined
> {
  const superAdmins = await many(tx)<{ id: string }>`
    select id from user_profiles where role = 'super_admin' and status = 'active'
      and exists (select from user_profiles where id = ${userId} and role = 'super_admin') order by id for update`
  const rows = await many(tx)<{
    id: string
    role: Role
    status: UserStatus
    email: string
    photo: string | null
  }>`
    select id, role, status, email, profile_image as photo from user_profiles where id = ${userId} for update`
  const [person] = rows
  const isActiveSuperAdmin = person?.role === 'super_admin' && person.status === 'active'
  return person && { ...person, last: isActiveSuperAdmin && superAdmins.every(({ id }) => id === userId) }
}

/** Locks these people's accounts in id order until the transaction ends, and returns them. */
export const lockProfiles = (tx: Tx, userIds: readonly string[]) =>
  tx
    .selectFrom('user_profiles')
    .select(['id', 'email', 'role', 'status'])
    .$narrowType<{ status: UserStatus }>()
    .where('id', 'in', [...userIds])
    .orderBy('id')
    .forUpdate()
    .execute()

/** Locks accounts, each as its deletion does, against new rows that refer to the profile or the sign-in. */
export async function lockAccounts(tx: Tx, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) await lockAccount(tx, userId)
  await lockSignIns(tx, userIds)
}

export type ProfileColumns = UpdateObject<DB, 'user_profiles'>

/** Changes columns of a profile. Row-level security also allows people their own. Returns false if the profile does not exist. */
export async function updateProfile(tx: Tx, userId: string, columns: ProfileColumns): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_profiles')
    .set(columns)
    .where('id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type RemovalCounts = {
  zones: number
  visits: number
  readings: number
  scheduledBroadcasts: number
  lastManagerOf: string[]
}

/**
 * Counts what is deleted with the person across all zones, and lists up to `limit` zones whose last manager they are. Reads as the
 * database owner.
 */
export async function countAffectedByRemoval(tx: Tx, userId: string, limit: number): Promise<RemovalCounts> {
  const row = await oneOrNone(tx)<RemovalCounts>`
    select (select count(*)::int from zone_assignments where user_id = ${userId}) as zones,
      (select count(*)::int from presence_history where user_id = ${userId}) as visits,
      (select count(*)::int from position_checks where user_id = ${userId}) as readings,
      (select count(*)::int from broadcasts where sender_id = ${userId} and state = 'scheduled') as "scheduledBroadcasts",
      array(select z.name from zone_assignments a join zones z on z.id = a.zone_id
        where a.user_id = ${userId} and a.accepted_at is not null and a.role in ('zone_manager_rw', 'zone_manager_ro')
          and not exists (select from zone_assignments o where o.zone_id = a.zone_id and o.user_id <> a.user_id
            and o.accepted_at is not null and o.role in ('zone_manager_rw', 'zone_manager_ro'))
        order by z.name_order limit ${limit}) as "lastManagerOf"`
  return row ?? { zones: 0, visits: 0, readings: 0, scheduledBroadcasts: 0, lastManagerOf: [] }
}

type AssignmentOutcome =
  | { outcome: 'linked'; membership: Membership }
  | { outcome: 'assigned' }
  /** There is no such zone or no such assignable person. */
  | { outcome: null }

/**
 * Assigns a person to a zone by id, by default in the role of their account. The outcome is 'assigned' if they are already a member or
 * invited.
 */
export async function assignUser(
  tx: Tx,
  userId: string,
  zoneId: string,
  role: ZoneRole | null = null,
): Promise<AssignmentOutcome> {
  return mapDatabaseRefusal(
    one(tx)<AssignmentOutcome>`select * from assign_user_to_zone(${userId}, ${zoneId}, ${role})`,
  )
}
