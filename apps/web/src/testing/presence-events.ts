import type { EventOf } from '@muster/contract/feed.ts'

const at = '2026-11-20T09:00:00.000Z'

/** Creates an event for a person's entry, unless overridden. */
export const aPresenceChange = (
  changes: Pick<EventOf<'presence.changed'>, 'zoneId' | 'userId'> & Partial<EventOf<'presence.changed'>>,
): EventOf<'presence.changed'> => ({
  kind: 'presence.changed',
  name: 'Ana Ruiz',
  role: 'app_user',
  change: 'entered',
  at,
  entryTime: at,
  durationMinutes: null,
  accuracyMeters: 8,
  source: 'manual',
  visitId: null,
  was: 'outside',
  listed: null,
  ...changes,
})

type Reading = EventOf<'presence.seen'>['seen'][number]

export const aReading = (changes: Pick<Reading, 'userId'> & Partial<Reading>): Reading => ({
  inside: true,
  at,
  accuracyMeters: 8,
  source: 'automatic',
  ...changes,
})
