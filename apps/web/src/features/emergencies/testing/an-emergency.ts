import type { EmergencyDetail, OwnEmergency } from '@muster/contract/emergencies.ts'
import type { RollPerson } from '@muster/contract/roll-person.ts'
import { aZone } from '../../../testing/people.ts'

export const zone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
export const emergencyId = '0192f0c0-0000-7000-8000-000000000601'
/** When the emergency was declared and people were last seen. */
export const at = '2026-11-20T09:00:00.000Z'

export const aCall = (changes: Partial<OwnEmergency> = {}): OwnEmergency => ({
  id: emergencyId,
  zoneName: zone.name,
  kind: 'evacuate',
  drill: false,
  message: 'Meet at gate 3.',
  words: { safe: '', help: '' },
  declaredAt: at,
  declaredBy: 'Mia Test',
  phone: '+91 11 5550 0100',
  points: [],
  position: null,
  answer: null,
  state: 'missing',
  stateAt: null,
  markedBy: '',
  ...changes,
})

export const anEmergency = (changes: Partial<EmergencyDetail> = {}): EmergencyDetail => ({
  id: emergencyId,
  scope: 'zone',
  zoneId: zone.id,
  zoneName: zone.name,
  kind: 'evacuate',
  drill: false,
  planName: '',
  message: '',
  declaredBy: { id: null, name: 'Mia Test' },
  declaredAt: at,
  allClearAt: null,
  people: 3,
  states: { help: 0, missing: 2, elsewhere: 0, not_on_site: 0, safe: 1 },
  reasons: [
    { why: 'inside', people: 2 },
    { why: 'not_seen', people: 1 },
  ],
  uncounted: 0,
  missingOffSite: 0,
  missingUnknown: 0,
  groups: [],
  timeZone: 'UTC',
  leftBefore: 0,
  allClearBy: null,
  zones: [{ id: zone.id, name: zone.name, mayMark: true }],
  seesAll: true,
  mayManage: true,
  mayEnd: true,
  ...changes,
})

export const aPerson = (changes: Partial<RollPerson> = {}): RollPerson => ({
  id: '0192f0c0-0000-7000-8000-000000000701',
  userId: null,
  name: 'Ann Test',
  phone: '+91 11 5550 0111',
  why: 'not_seen',
  zoneId: zone.id,
  mayMark: true,
  needs: '',
  zoneName: zone.name,
  insideSince: at,
  seenAt: at,
  lastSeenAt: at,
  listName: 'Test, Ann',
  accuracyMeters: 12.4,
  position: null,
  state: 'missing',
  stateAt: null,
  disputed: false,
  uncountedReason: null,
  seenOutsideAt: null,
  claims: [],
  ...changes,
})
