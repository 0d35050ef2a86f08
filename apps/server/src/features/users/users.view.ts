import type { InvitedUser, ZoneUser } from '@muster/contract/users.ts'
import { presenceOf } from '@muster/domain/presence.ts'
import type { Role, ZoneRole } from '@muster/domain/role.ts'
import type { InvitedUserRow, ZoneUserRow } from './users.queries.ts'

export type PinView = Pick<ZoneUser, 'pin' | 'pinLockedUntil' | 'pinResetAskedAt'>

/** `linkTo` makes the address of a stored file; `pin` is told to those who may reset it. */
export function zoneUserView(row: ZoneUserRow, linkTo: (path: string) => string, pin: PinView): ZoneUser {
  const { latitude: lat, longitude: lng } = row
  const inside = row.is_inside_zone ?? false
  return {
    assignmentId: row.assignment_id,
    userId: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    userCode: row.user_code,
    skills: row.skills,
    role: row.role as Role,
    zoneRole: row.zone_role as ZoneRole,
    status: row.status as ZoneUser['status'],
    profileImageUrl: row.profile_image && linkTo(row.profile_image),
    assignedAt: row.assigned_at.toISOString(),
    accountCreatedAt: row.created_at.toISOString(),
    emergencyContact: {
      name: row.emergency_contact_name,
      phone: row.emergency_contact_phone,
      relationship: row.emergency_contact_relationship,
    },
    presence: presenceOf({ inside, capturedAt: row.captured_at?.getTime() ?? null }),
    lastSeen: row.captured_at?.toISOString() ?? null,
    insideSince: inside ? (row.entry_time?.toISOString() ?? null) : null,
    ...pin,
    position: lat === null || lng === null ? null : { lat, lng, accuracyMeters: row.accuracy_meters },
  }
}

export function invitedUserView(row: InvitedUserRow): InvitedUser {
  return {
    assignmentId: row.assignment_id,
    userId: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    userCode: row.user_code,
    zoneRole: row.zone_role as ZoneRole,
    assignedAt: row.assigned_at.toISOString(),
  }
}
