import type { EventOf } from '@muster/contract/feed.ts'
import type { ListedPerson } from '@muster/contract/listed-person.ts'

/** Creates a membership as events contain it. The person has accepted the invitation, unless overridden. */
export const aListedPerson = (changes: Partial<ListedPerson> = {}): ListedPerson => ({
  assignmentId: '0192f0c0-0000-7000-8000-000000000903',
  firstName: 'Ana',
  lastName: 'Ruiz',
  userCode: 'MUS-BCDF-GHJK-MNPR',
  zoneRole: 'app_user',
  assignedAt: '2026-11-03T09:00:00.000000Z',
  member: { email: 'ana.ruiz@example.org', profileImageUrl: null, consent: 'given' },
  ...changes,
})

/** Creates the event for a person's changed profile. */
export const aProfileChange = (
  userId: string,
  changes: Partial<EventOf<'user.changed'>> = {},
): EventOf<'user.changed'> => ({
  kind: 'user.changed',
  userId,
  person: { firstName: 'Ana', lastName: 'Ruiz', userCode: 'MUS-BCDF-GHJK-MNPR' },
  member: { email: 'ana.ruiz@example.org', profileImageUrl: null, consent: 'given' },
  ...changes,
})
