import type { Account, AccountDetail, ZoneChoice } from '@muster/contract/accounts.ts'
import { toPresence } from '@muster/domain/presence.ts'
import type { AccountDetailRow, AccountRow, AccountZoneRow, ZoneChoiceRow } from './accounts.queries.ts'

type LinkTo = (path: string) => string

export function accountView(row: AccountRow, linkTo: LinkTo): Account {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    status: row.status,
    invited: row.invited,
    profileImageUrl: row.profile_image && linkTo(row.profile_image),
    userCode: row.user_code,
    presence: row.presence,
    lastSeen: row.last_seen?.toISOString() ?? null,
    mock: row.mock ?? false,
    zoneNames: row.zone_names ?? [],
    zoneCount: row.zone_count,
    consent: row.consent ?? 'unasked',
    createdAt: row.created_at.toISOString(),
  }
}

export function accountDetailView(
  row: AccountDetailRow,
  zones: readonly AccountZoneRow[],
  linkTo: LinkTo,
): AccountDetail {
  return {
    ...accountView(row, linkTo),
    pendingEmail: row.pending_email,
    twoStep: row.two_step,
    passkeys: row.passkeys,
    skills: row.skills,
    emergencyContact: {
      name: row.emergency_contact_name,
      phone: row.emergency_contact_phone,
      relationship: row.emergency_contact_relationship,
    },
    zones: zones.map(zone => ({
      zoneId: zone.id,
      name: zone.name,
      status: zone.status as AccountDetail['zones'][number]['status'],
      role: zone.role,
      invited: zone.accepted_at === null,
      assignedAt: zone.assigned_at.toISOString(),
      presence: toPresence({
        inside: zone.is_inside_zone ?? false,
        capturedAt: zone.captured_at?.getTime() ?? null,
      }),
      lastSeen: zone.captured_at?.toISOString() ?? null,
    })),
  }
}

export const zoneChoiceView = ({ id, name, status, assignment_id }: ZoneChoiceRow): ZoneChoice => ({
  id,
  name,
  status: status as ZoneChoice['status'],
  assigned: assignment_id !== null,
})
