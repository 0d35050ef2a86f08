import { type RawBuilder, sql } from 'kysely'
import type { Audience } from '../../live/write.ts'

/** Everybody on the roll who has an account. Requires the database owner role. */
export const peopleOnRoll = (emergencyId: string): Audience => sql<string[]>`array(
  select user_id from emergency_people where emergency_id = ${emergencyId} and user_id is not null)`

/**
 * The people who look after somebody on the roll: those who may see who is inside the person's zone, and its captains. Requires the
 * database owner role.
 */
export const helpersOnSite = (emergencyId: string, zoneId: string | null, userId: string | null): Audience =>
  sql<string[]>`array(
    select helper.user_id from (
        select a.user_id from members_with('view_attendance') a where a.zone_id = ${zoneId}::uuid and a.accepted_at is not null
        union
        select c.user_id from zone_captains c join zone_assignments a on a.user_id = c.user_id and a.zone_id = c.zone_id
          where c.zone_id = ${zoneId}::uuid and a.accepted_at is not null) helper
      where helper.user_id is distinct from ${userId}::uuid
        and helper.user_id is distinct from (select e.declared_by from emergencies e where e.id = ${emergencyId}))`

/** The person who declared the emergency, unless the call is about them. Requires the database owner role. */
export const declarer = (emergencyId: string, userId: string | null): Audience =>
  sql<string[]>`array(
    select e.declared_by from emergencies e
      where e.id = ${emergencyId} and e.declared_by is not null and e.declared_by is distinct from ${userId}::uuid)`

/** Selects those who may open the board of an emergency as managers or administrators. Requires the database owner role. */
export const selectBoardViewers = (emergencyId: RawBuilder<unknown>) => sql`
  select a.user_id from members_with('view_attendance') a join emergency_zones its on its.zone_id = a.zone_id
    where its.emergency_id = ${emergencyId} and a.accepted_at is not null
  union select u.id from user_profiles u join role_permissions r on r.role = u.role and r.permission = 'view_all_zones'`

/** Selects the captains of the zones of an emergency. Requires the database owner role. */
export const selectCaptains = (emergencyId: string) => sql`
  select c.user_id from zone_captains c
    join zone_assignments a on a.user_id = c.user_id and a.zone_id = c.zone_id and a.accepted_at is not null
    join emergency_zones its on its.zone_id = c.zone_id
  where its.emergency_id = ${emergencyId}`

/**
 * Not on the roll, no captain, not the declarer: members who may see who is inside, and those who see all zones, if they belong to a
 * concerned organisation or none. Requires the database owner role.
 */
export const leaders = (emergencyId: string): Audience => sql<string[]>`array(
  select its.user_id from (
      select a.user_id from members_with('view_attendance') a join emergency_zones z on z.zone_id = a.zone_id
        where z.emergency_id = ${emergencyId} and a.accepted_at is not null
      union
      select u.id from user_profiles u join role_permissions r on r.role = u.role and r.permission = 'view_all_zones'
        where u.status = 'active' and (not exists (select from client_members m where m.user_id = u.id)
          or exists (select from client_members m join zones z on z.client_id = m.client_id
            join emergency_zones part on part.zone_id = z.id where m.user_id = u.id and part.emergency_id = ${emergencyId}))) its
  where its.user_id is distinct from (select e.declared_by from emergencies e where e.id = ${emergencyId})
    and its.user_id not in (select p.user_id from emergency_people p where p.emergency_id = ${emergencyId} and p.user_id is not null)
    and its.user_id not in (${selectCaptains(emergencyId)}))`

/** Those who were told of an emergency outside the app and are not on its roll, without the one who ended it. Requires the database owner role. */
export const alertedOffRoll = (emergencyId: string): Audience => sql<string[]>`array(
  select distinct a.user_id from user_alerts a
  where ${isEmergencyAlert(emergencyId)} and a.metadata ->> 'urgent' = 'true'
    and a.user_id is distinct from (select e.all_clear_by from emergencies e where e.id = ${emergencyId})
    and a.user_id not in (select p.user_id from emergency_people p where p.emergency_id = ${emergencyId} and p.user_id is not null))`

/** True for the rows `a` of alerts, or of orders for alerts, about an emergency. Index: user_alerts_emergency. */
export const isEmergencyAlert = (emergencyId: string) => sql<boolean>`(a.source like 'emergency:%'
  and a.source collate "C" >= ${`emergency:${emergencyId}`} and a.source collate "C" < ${`emergency:${emergencyId};`})`

/** Not on the roll, also invited ones; not captains or those who may open the board. Requires the owner role. */
export const membersNearby = (emergencyId: string, zoneIds: readonly string[]): Audience => sql<
  string[]
>`array(
  select distinct a.user_id from zone_assignments a
    join zones z on z.id = a.zone_id and z.status = 'active' join user_profiles u on u.id = a.user_id and u.status = 'active'
  where a.zone_id = any(${[...zoneIds]}::uuid[])
    and a.user_id not in (select p.user_id from emergency_people p where p.emergency_id = ${emergencyId} and p.user_id is not null)
    and a.user_id not in (select n.user_id from emergency_absences n where n.emergency_id = ${emergencyId})
    and a.user_id not in (${selectBoardViewers(sql`${emergencyId}::uuid`)})
    and a.user_id not in (${selectCaptains(emergencyId)}))`

/** Everybody on the roll who is missing and has an account. Requires the database owner role. */
export const peopleMissing = (emergencyId: string): Audience => sql<string[]>`array(
  select user_id from emergency_people where emergency_id = ${emergencyId} and user_id is not null and state = 'missing')`

/**
 * True if the contact `c` of an emergency can still be told: an active account that is a member of one of its zones, or sees all zones.
 * Requires the database owner role.
 */
export const isContactReachable = sql<boolean>`exists (
  select from user_profiles u where u.id = c.user_id and u.status = 'active' and (
    exists (select from zone_assignments a join emergency_zones z on z.zone_id = a.zone_id
      where z.emergency_id = c.emergency_id and a.user_id = u.id and a.accepted_at is not null)
    or u.role in (select r.role from role_permissions r where r.permission = 'view_all_zones')))`

/** True if the contact may open the emergency. The contact has the alias `c`. */
const opensBoard = sql`(
  exists (select from members_with('view_attendance') a join emergency_zones z on z.zone_id = a.zone_id
    where z.emergency_id = c.emergency_id and a.user_id = c.user_id and a.accepted_at is not null)
  or exists (select from user_profiles u join role_permissions r on r.role = u.role and r.permission = 'view_all_zones'
    where u.id = c.user_id))`

/** The contacts of an emergency who can still be told and may open it. Requires the database owner role. */
export const contactsOnSite = (emergencyId: string): Audience => sql<string[]>`array(
  select c.user_id from emergency_contacts c where c.emergency_id = ${emergencyId} and ${isContactReachable} and ${opensBoard})`

/** The other contacts of an emergency who can still be told. Requires the database owner role. */
export const otherContacts = (emergencyId: string): Audience => sql<string[]>`array(
  select c.user_id from emergency_contacts c where c.emergency_id = ${emergencyId} and ${isContactReachable} and not ${opensBoard})`

/** The members of a zone who may declare a drill. Requires the database owner role. */
export const drillManagers = (zoneId: string): Audience => sql<string[]>`array(
  select a.user_id from members_with('broadcast') a where a.zone_id = ${zoneId} and a.accepted_at is not null)`

/** Those who may see who is inside a zone of an emergency, and send broadcasts there. Requires the database owner role. */
export const emergencyManagers = (emergencyId: string): Audience => sql<string[]>`array(
  select distinct a.user_id from members_with('broadcast') a
    join members_with('view_attendance') v on v.zone_id = a.zone_id and v.user_id = a.user_id
    join emergency_zones z on z.zone_id = a.zone_id
  where z.emergency_id = ${emergencyId} and a.accepted_at is not null)`

/** The captains of an emergency's zones whom its call does not reach, without the declarer. Requires the database owner role. */
export const captainsNotCalled = (emergencyId: string): Audience => sql<string[]>`array(
  select distinct c.user_id from zone_captains c
    join zone_assignments a on a.user_id = c.user_id and a.zone_id = c.zone_id and a.accepted_at is not null
    join emergency_zones z on z.zone_id = c.zone_id join emergencies e on e.id = z.emergency_id
  where e.id = ${emergencyId} and c.user_id is distinct from e.declared_by
    and not exists (select from emergency_people p where p.emergency_id = e.id and p.user_id = c.user_id))`
