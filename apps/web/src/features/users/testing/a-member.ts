import type { InvitedUser, ZoneUser } from '@muster/contract/users.ts'

/** A member of a zone who was never tracked. */
export function aMember(changes: Partial<ZoneUser> = {}): ZoneUser {
  return {
    assignmentId: '0192f0c0-0000-7000-8000-000000000901',
    userId: '0192f0c0-0000-7000-8000-000000000002',
    firstName: 'Bo',
    lastName: 'Lind',
    email: 'bo.lind@example.org',
    phone: null,
    userCode: 'MUS-BBBB-CCCC-DDDD',
    skills: [],
    role: 'app_user',
    zoneRole: 'app_user',
    status: 'active',
    profileImageUrl: null,
    assignedAt: '2026-11-01T09:00:00.000Z',
    accountCreatedAt: '2026-10-01T09:00:00.000Z',
    emergencyContact: { name: null, phone: null, relationship: null },
    presence: 'unknown',
    lastSeen: null,
    insideSince: null,
    pin: null,
    pinLockedUntil: null,
    pinResetAskedAt: null,
    position: null,
    ...changes,
  }
}

/** Somebody who was added to a zone and has not entered it yet. */
export function anInvited(changes: Partial<InvitedUser> = {}): InvitedUser {
  return {
    assignmentId: '0192f0c0-0000-7000-8000-000000000902',
    userId: '0192f0c0-0000-7000-8000-000000000004',
    firstName: 'Cy',
    lastName: 'Novak',
    userCode: 'MUS-CCCC-DDDD-EEEE',
    zoneRole: 'app_user',
    assignedAt: '2026-11-02T09:00:00.000Z',
    ...changes,
  }
}
