import { type RawBuilder, sql } from 'kysely'
import { defineResource } from '../../rpc/define-resource.ts'
import type { EmergencyRow, OwnRollRow } from './emergencies.queries.ts'
import { joinNearbyZone } from './own-emergencies.queries.ts'

/** The target zone of an emergency, or the first of several; null for all zones, which requires the permission to see them all. */
export const ofEmergencyTarget = defineResource({
  name: 'target',
  notFound: 'ZONE_NOT_FOUND',
  query: (_tx, { zoneId }: { readonly zoneId: string | null }) =>
    sql<{ zone_id: string | null }>`select ${zoneId}::uuid as zone_id`,
})

/** An emergency with the zone through which the actor reaches it: null for people who see all zones. */
type ReachedEmergency = EmergencyRow & { readonly entry_zone_id: string | null }

/** Joins the zone through which a member reaches the emergency `e`: the highest by `preference`, and of those one they have entered. */
const joinEntry = (userId: string, sessionId: string, preference: RawBuilder<unknown>) => sql`
  left join lateral (
    select z.zone_id from emergency_zones z
      join zone_assignments a on a.zone_id = z.zone_id and a.user_id = ${userId}::uuid and a.accepted_at is not null
      join zones on zones.id = z.zone_id and zones.status = 'active'
      left join zone_entries entered on entered.zone_id = z.zone_id and entered.session_id = ${sessionId}::uuid
        and entered.expires_at > now()
    where z.emergency_id = e.id
    order by ${preference} desc, entered.zone_id is not null desc, z.zone_name, z.zone_id limit 1) entry on true`

const viewers = {
  who: 'viewers',
  matches: ({ may_view }: { readonly may_view: boolean }) => may_view,
} as const

const selectReached = (
  permission: 'view_attendance' | 'broadcast',
  { emergencyId }: { readonly emergencyId: string },
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
) => sql<ReachedEmergency & { readonly may_view: boolean }>`
  select e.*, case when not actor_can('view_all_zones') then coalesce(entry.zone_id, e.zone_id) end as entry_zone_id,
    actor_can('view_all_zones') or e.id in (select actor_captain_emergencies())
      or exists (select from emergency_zones z
        where z.emergency_id = e.id and z.zone_id in (select actor_zones_with('view_attendance'))) as may_view
  from emergencies e ${joinEntry(userId, sessionId, sql`z.zone_id in (select actor_zones_with(${permission}))`)}
  where e.id = ${emergencyId}`

const emergencyResource = {
  name: 'emergency',
  notFound: 'EMERGENCY_NOT_FOUND',
  entryColumn: 'entry_zone_id',
} as const
type Ref = { readonly emergencyId: string }

/** Everybody on the roll sees the emergency; only those who may see who is inside one of its zones, and captains, read the roll. */
export const ofEmergency = defineResource({
  ...emergencyResource,
  query: (_tx, input: Ref, actor) => selectReached('view_attendance', input, actor),
  only: viewers,
})

/** An emergency, for calls that read what only senders of broadcasts may read. */
export const ofSentEmergency = defineResource({
  ...emergencyResource,
  query: (_tx, input: Ref, actor) => selectReached('broadcast', input, actor),
  only: viewers,
})

/** An emergency, with the zones in which the caller may mark people. */
export type ManagedEmergency = ReachedEmergency & {
  readonly may_mark_all: boolean
  /** The zones in which the caller may send broadcasts, or is a captain and was one before the all clear. */
  readonly marked_zone_ids: readonly string[]
  /** Those of them in which the caller is only a captain. */
  readonly captain_zone_ids: readonly string[]
  readonly may_end: boolean
  readonly sees_all: boolean
  /** The zones in which the caller may see who is inside. */
  readonly viewed_zone_ids: readonly string[]
}

/** Zones in which the caller is only a captain come after those in which they may send. */
const preferences = {
  marked: sql`(z.zone_id = any(marked.zone_ids))::integer + (z.zone_id = any(marked.zone_ids) and z.zone_id <> all(marked.captain_zone_ids))::integer`,
  viewed: sql`z.zone_id = any(viewed.zone_ids)`,
}

/**
 * For calls as the owner, through a zone of `entry` if possible. Shows what the policy in `functions/emergencies/policies.sql` does,
 * and captains also after the all clear, because phones may have no network.
 */
const selectManaged = (
  entry: 'marked' | 'viewed',
  { emergencyId }: { readonly emergencyId: string },
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
) => sql<ManagedEmergency>`
  select e.*, case when not account.sees_all then coalesce(entry.zone_id, e.zone_id) end as entry_zone_id,
    account.may_mark_all, marked.zone_ids as marked_zone_ids, marked.captain_zone_ids, may_end_emergency(e.id, ${userId}::uuid) as may_end,
    account.sees_all, viewed.zone_ids as viewed_zone_ids
  from emergencies e
    cross join lateral (
      select coalesce(bool_or(r.permission = 'view_all_zones'), false) as sees_all, count(*) = 2 as may_mark_all
      from user_profiles u join role_permissions r on r.role = u.role and r.permission in ('view_all_zones', 'broadcast')
      where u.id = ${userId}::uuid and u.status = 'active') account
    cross join lateral (
      select coalesce(array_agg(its.zone_id), '{}') as zone_ids,
        coalesce(array_agg(its.zone_id) filter (where not its.may_send), '{}') as captain_zone_ids
      from (
        select a.zone_id, exists (select from members_with('broadcast') sender
          where sender.zone_id = a.zone_id and sender.user_id = a.user_id) as may_send
        from zone_assignments a join zones on zones.id = a.zone_id and zones.status = 'active'
          join emergency_zones z on z.zone_id = a.zone_id and z.emergency_id = e.id
        where a.user_id = ${userId}::uuid and a.accepted_at is not null) its
      where its.may_send
        or exists (select from zone_captains c where c.zone_id = its.zone_id and c.user_id = ${userId}::uuid
          and (e.all_clear_at is null or c.appointed_at <= e.all_clear_at))) marked
    cross join lateral (
      select coalesce(array_agg(z.zone_id), '{}') as zone_ids
      from emergency_zones z join zones on zones.id = z.zone_id and zones.status = 'active'
        join members_with('view_attendance') a on a.zone_id = z.zone_id and a.user_id = ${userId}::uuid and a.accepted_at is not null
      where z.emergency_id = e.id) viewed
    ${joinEntry(userId, sessionId, preferences[entry])}
  where e.id = ${emergencyId} and (
    e.declared_by = ${userId}::uuid or account.sees_all or cardinality(marked.zone_ids) > 0
    or exists (select from emergency_people p where p.emergency_id = e.id and p.user_id = ${userId}::uuid)
    or cardinality(viewed.zone_ids) > 0)`

const defineManaged = <Who extends string>(
  entry: keyof typeof preferences,
  who: Who,
  matches: (emergency: ManagedEmergency) => boolean,
) =>
  defineResource({
    ...emergencyResource,
    query: (_tx, input: Ref, actor) => selectManaged(entry, input, actor),
    only: { who, matches },
  })

/** An emergency, for those who may mark people in at least one of its zones. */
export const ofManagedEmergency = defineManaged(
  'marked',
  'markers',
  it => it.may_mark_all || it.marked_zone_ids.length > 0,
)

/** An emergency, for calls that read as the owner, for those who may see who is inside one of its zones. */
export const ofViewedEmergency = defineManaged(
  'viewed',
  'viewers',
  it => it.sees_all || it.viewed_zone_ids.length > 0,
)

/** An emergency, for those who see who needs help there: its viewers and the captains of its zones. */
export const ofWatchedEmergency = defineManaged(
  'viewed',
  'watchers',
  it => it.sees_all || it.viewed_zone_ids.length + it.marked_zone_ids.length > 0,
)

/** An emergency, for those who may give the all clear (`may_end_emergency` in SQL). */
export const ofEndableEmergency = defineManaged('marked', 'enders', it => it.may_end)

/** The caller's own row on the roll of an emergency, or their membership of one of its zones. */
export const ofOwnRoll = defineResource({
  name: 'own_roll',
  notFound: 'EMERGENCY_NOT_FOUND',
  query: (_tx, { emergencyId }: { readonly emergencyId: string }, { userId }) => sql<OwnRollRow>`
    select e.*, p.id as person_id, null::uuid as nearby_zone_id from emergency_people p join emergencies e on e.id = p.emergency_id
    where p.emergency_id = ${emergencyId} and p.user_id = ${userId}::uuid
    union all
    select e.*, null, near.zone_id from emergencies e ${joinNearbyZone(userId)} where e.id = ${emergencyId}`,
})
