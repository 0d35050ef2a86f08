import type { InvitedUser, MemberDetails, TeamMember, ZonePerson, ZoneUser } from '@muster/contract/users.ts'
import { answer, type Handlers, refusal } from '../../../testing/fake-server.ts'
import { matchesFilter, toPresence } from '../people-rows.ts'

/** Creates a member of a zone who has never been tracked. */
export function aMember(changes: Partial<ZoneUser> = {}): ZoneUser {
  return {
    invited: false,
    assignmentId: '0192f0c0-0000-7000-8000-000000000901',
    userId: '0192f0c0-0000-7000-8000-000000000002',
    firstName: 'Bo',
    lastName: 'Lind',
    email: 'bo.lind@example.org',
    userCode: 'MUS-BBBB-CCCC-DDDD',
    zoneRole: 'app_user',
    profileImageUrl: null,
    assignedAt: '2026-11-01T09:00:00.000000Z',
    presence: 'unknown',
    consent: 'given',
    lastSeen: null,
    mock: false,
    insideSince: null,
    position: null,
    ...changes,
  }
}

/** Creates Bo's row in the list of people in one's own zones. */
export function aTeamMember(changes: Partial<TeamMember> = {}): TeamMember {
  const { userId, firstName, lastName, email, userCode } = aMember()
  return {
    userId,
    firstName,
    lastName,
    userCode,
    status: 'active',
    account: {
      email,
      phone: '+91 11 5550 0100',
      status: 'active',
      createdAt: '2026-10-01T09:00:00.000Z',
      profileImageUrl: null,
    },
    zones: [],
    zoneCount: 1,
    ...changes,
  }
}

/** Creates one of the zones in a team member's row. */
export const aTeamZone = (
  { id, name }: { id: string; name: string },
  changes: Partial<TeamMember['zones'][number]> = {},
): TeamMember['zones'][number] => ({
  id,
  name,
  role: 'app_user',
  invited: false,
  presence: 'unknown',
  consent: 'given',
  lastSeen: null,
  ...changes,
})

/** Creates the part of a member that is only shown in the details. */
export function memberDetails(changes: Partial<MemberDetails> = {}): MemberDetails {
  return {
    phone: null,
    skills: [],
    role: 'app_user',
    status: 'active',
    accountCreatedAt: '2026-10-01T09:00:00.000Z',
    emergencyContact: { name: null, phone: null, relationship: null },
    pin: null,
    pinLockedUntil: null,
    pinResetAskedAt: null,
    ...changes,
  }
}

/** Creates a person who has been added to a zone and has not entered it yet. */
export function anInvited(changes: Partial<InvitedUser> = {}): InvitedUser {
  return {
    invited: true,
    assignmentId: '0192f0c0-0000-7000-8000-000000000902',
    userId: '0192f0c0-0000-7000-8000-000000000004',
    firstName: 'Cy',
    lastName: 'Novak',
    userCode: 'MUS-CCCC-DDDD-EEEE',
    zoneRole: 'app_user',
    assignedAt: '2026-11-02T09:00:00.000000Z',
    ...changes,
  }
}

/** Creates a fake server for the people of a zone, in the given order. Supports search, filters, pagination, counts and details. */
export function peopleServer(
  people: () => readonly ZonePerson[],
  getDetails: (userId: string) => Partial<MemberDetails> = () => ({}),
) {
  return {
    'users/inZone': ({ cursor, limit = 50, ...filter }) => {
      const rows = people().filter(person => matchesFilter(person, filter))
      const start = Number(cursor ?? 0)
      const end = start + Number(limit)
      return answer({ rows: rows.slice(start, end), next: end < rows.length ? String(end) : null })
    },
    'users/counts': filter => {
      const matchingPeople = people().filter(person => matchesFilter(person, filter))
      const countPresence = (presenceWord: string) =>
        matchingPeople.filter(person => toPresence(person) === presenceWord).length
      const [inside, outside, unknown] = ['inside', 'outside', 'unknown'].map(countPresence) as [
        number,
        number,
        number,
      ]
      const unseen = matchingPeople.filter(person =>
        matchesFilter(person, { zoneId: '', presence: 'unseen' }),
      ).length
      return answer({ all: matchingPeople.length, inside, outside, unknown, unseen })
    },
    'users/detail': ({ userId }) => {
      const person = people().find(it => it.userId === userId)
      if (!person) return refusal(404, 'NOT_ASSIGNED', 'User is not assigned to this zone.')
      return answer({ person, member: person.invited ? null : memberDetails(getDetails(userId)) })
    },
  } satisfies Handlers
}
