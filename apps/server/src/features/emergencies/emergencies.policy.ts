import { sql } from 'kysely'
import { defineResource } from '../../rpc/define-resource.ts'
import type { EmergencyRow, OwnRollRow } from './emergencies.queries.ts'

/** The target zone of an emergency; null for all zones, which requires the permission to see them all. */
export const ofEmergencyTarget = defineResource({
  name: 'target',
  notFound: 'ZONE_NOT_FOUND',
  query: (_tx, { zoneId }: { readonly zoneId: string | null }) =>
    sql<{ zone_id: string | null }>`select ${zoneId}::uuid as zone_id`,
})

/** An emergency, for calls that read. Row-level security decides who sees it. */
export const ofEmergency = defineResource({
  name: 'emergency',
  notFound: 'EMERGENCY_NOT_FOUND',
  query: (_tx, { emergencyId }: { readonly emergencyId: string }) =>
    sql<EmergencyRow>`select e.* from emergencies e where e.id = ${emergencyId}`,
})

/**
 * An emergency, for calls that write as the owner. The condition shows it to the same people as the policy in
 * `functions/emergencies/policies.sql`.
 */
export const ofManagedEmergency = defineResource({
  name: 'emergency',
  notFound: 'EMERGENCY_NOT_FOUND',
  query: (_tx, { emergencyId }: { readonly emergencyId: string }, { userId }) => sql<EmergencyRow>`
    select e.* from emergencies e where e.id = ${emergencyId} and (
      e.declared_by = ${userId}::uuid
      or exists (select from emergency_people p where p.emergency_id = e.id and p.user_id = ${userId}::uuid)
      or exists (select from members_with('view_attendance') a join zones z on z.id = a.zone_id and z.status = 'active'
        where a.zone_id = e.zone_id and a.user_id = ${userId}::uuid and a.accepted_at is not null)
      or exists (select from user_profiles u join role_permissions r on r.role = u.role and r.permission = 'view_all_zones'
        where u.id = ${userId}::uuid))`,
})

/** The caller's own row on the roll of an emergency. */
export const ofOwnRoll = defineResource({
  name: 'own_roll',
  notFound: 'EMERGENCY_NOT_FOUND',
  query: (_tx, { emergencyId }: { readonly emergencyId: string }, { userId }) => sql<OwnRollRow>`
    select e.*, p.id as person_id from emergency_people p join emergencies e on e.id = p.emergency_id
    where p.emergency_id = ${emergencyId} and p.user_id = ${userId}::uuid`,
})
