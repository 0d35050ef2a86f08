import type { InvitedUser, MemberDetails, TeamMember, ZoneUser } from '@muster/contract/users.ts'
import { toPresence } from '@muster/domain/presence.ts'
import type { ZoneRole } from '@muster/domain/role.ts'
import type { UserStatus } from '@muster/domain/user-status.ts'
import type { MemberRow, TeamMemberRow, ZonePersonRow } from './users.queries.ts'

type LinkTo = (path: string) => string
export type PinView = Pick<MemberDetails, 'pin' | 'pinLockedUntil' | 'pinResetAskedAt'>

/** Converts a row in a zone's lists to its view. `linkTo` signs the link to a stored file. */
export function zonePersonView(row: ZonePersonRow, linkTo: LinkTo): ZoneUser | InvitedUser {
  const person = {
    assignmentId: row.assignment_id,
    userId: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    userCode: row.user_code,
    zoneRole: row.zone_role as ZoneRole,
    assignedAt: row.assigned_at,
  }
  return row.invited ? { ...person, invited: true } : { ...person, ...memberView(row, linkTo) }
}

/** Converts a person in the list across all of the viewer's zones to the view. */
export const teamMemberView = (row: TeamMemberRow, linkTo: LinkTo): TeamMember => ({
  userId: row.user_id,
  firstName: row.first_name,
  lastName: row.last_name,
  userCode: row.user_code,
  status: row.status as UserStatus | null,
  account:
    row.email === null || row.created_at === null
      ? null
      : {
          email: row.email,
          phone: row.phone,
          status: row.status as UserStatus,
          createdAt: row.created_at.toISOString(),
          profileImageUrl: row.profile_image && linkTo(row.profile_image),
        },
  zones: row.zones.map(({ inside, consent, ...zone }) => ({
    ...zone,
    consent: consent ?? 'unasked',
    presence: toPresence({
      inside: inside ?? false,
      capturedAt: zone.lastSeen === null ? null : Date.parse(zone.lastSeen),
    }),
  })),
  zoneCount: row.zone_count,
})

/** Returns the fields that are shown only for accepted members. */
function memberView(row: ZonePersonRow, linkTo: LinkTo) {
  const { latitude: lat, longitude: lng } = row
  const isInside = row.is_inside_zone ?? false
  return {
    invited: false as const,
    email: row.email ?? '',
    profileImageUrl: row.profile_image && linkTo(row.profile_image),
    presence: toPresence({ inside: isInside, capturedAt: row.captured_at?.getTime() ?? null }),
    lastSeen: row.captured_at?.toISOString() ?? null,
    mock: row.mock ?? false,
    consent: row.consent ?? ('unasked' as const),
    insideSince: isInside ? (row.entry_time?.toISOString() ?? null) : null,
    position: lat === null || lng === null ? null : { lat, lng, accuracyMeters: row.accuracy_meters },
  }
}

/** Converts all details of a member to the view; `pin` is filled only for viewers who may reset it. */
export const memberDetailView = (member: MemberRow, pin: PinView): MemberDetails => ({
  phone: member.phone,
  skills: member.skills,
  role: member.role,
  status: member.status,
  accountCreatedAt: member.created_at.toISOString(),
  emergencyContact: {
    name: member.emergency_contact_name,
    phone: member.emergency_contact_phone,
    relationship: member.emergency_contact_relationship,
  },
  ...pin,
})
