import type { Device, Profile } from '@muster/contract/auth.ts'
import type { Role } from '@muster/domain/role.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import type { DeviceRow, ProfileRow } from './auth.queries.ts'

/** Converts a profile row to its view. `linkTo` signs the link to a stored file. */
export function profileView(row: ProfileRow, linkTo: (path: string) => string): Profile {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    dateOfBirth: row.date_of_birth,
    role: row.role,
    status: row.status,
    userCode: row.user_code,
    skills: row.skills,
    profileImageUrl: row.profile_image && linkTo(row.profile_image),
    emergencyContact: {
      name: row.emergency_contact_name,
      phone: row.emergency_contact_phone,
      relationship: row.emergency_contact_relationship,
    },
    language: row.language,
    readingLanguage: row.reading_language as Profile['readingLanguage'],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** Returns the first screen after signing in. `adminEmails` are the addresses in LANDING_ADMIN_EMAILS, in lower case. */
export function findLanding(role: Role, email: string, adminEmails: readonly string[]) {
  return isInternalAdmin(role) || adminEmails.includes(email.toLowerCase())
    ? ('super-admin-dashboard' as const)
    : ('zone-selection' as const)
}

export function deviceView(row: DeviceRow, currentSessionId: string): Device {
  return {
    sessionId: row.id,
    userAgent: row.user_agent ?? '',
    ipAddress: row.ip_address ?? '',
    signedInAt: row.created_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
    current: row.id === currentSessionId,
  }
}
