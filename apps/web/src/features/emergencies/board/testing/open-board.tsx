import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { SoughtPosition } from '@muster/contract/emergency-board.ts'
import type { RollPerson } from '@muster/contract/roll-person.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import userEvent from '@testing-library/user-event'
import { answer, fakeServer, type Handlers } from '../../../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../../../testing/people.ts'
import { renderPage } from '../../../../testing/render.tsx'
import {
  anEmergency as anyEmergency,
  aPerson as anyPerson,
  at,
  emergencyId,
  zone,
} from '../../testing/an-emergency.ts'

/** The board of a drill, without reasons for being on the roll. */
export const anEmergency = (changes: Partial<EmergencyDetail> = {}) =>
  anyEmergency({ drill: true, reasons: [], ...changes })
export const aPerson = (changes: Partial<RollPerson> = {}) =>
  anyPerson({ why: 'inside', accuracyMeters: 12, ...changes })
export const personId = '0192f0c0-0000-7000-8000-000000000701'
export const aPosition = (changes: Partial<SoughtPosition> = {}): SoughtPosition => ({
  ...{ personId, name: 'Ann Test', state: 'missing', lat: 47.0000625, lng: 8.0000625, accuracyMeters: 8, at },
  ...{ why: 'inside', zoneId: zone.id, company: '' },
  ...changes,
})
export const bobId = '0192f0c0-0000-7000-8000-000000000702'
export const southZoneId = '0192f0c0-0000-7000-8000-000000000999'
const boardHandlers: Handlers = {
  'emergencies/get': () => answer(anEmergency()),
  'emergencies/people': () => answer({ rows: [aPerson()], next: null }),
  'emergencies/list': () => answer({ rows: [], next: null }),
  'emergencyBoard/positions': () => answer({ positions: [aPosition()] }),
  'emergencyBoard/places': () =>
    answer({
      zones: [
        { zoneId: zone.id, zoneName: 'North yard', help: 0, missing: 2, safe: 0 },
        {
          zoneId: southZoneId,
          zoneName: 'South yard',
          help: 0,
          missing: 0,
          safe: 1,
        },
      ],
      places: [
        { place: 'Gate 3', safe: 1 },
        { place: '', safe: 1 },
      ],
      companies: [{ company: 'Acme', people: 2 }],
    }),
}
export const ownZones: MyZone[] = [{ ...zone, myRole: 'zone_manager_rw' }]
export function openBoard(
  handlers: Handlers = {},
  address = `/emergencies/${emergencyId}`,
  zones = ownZones,
) {
  const inputs: [string, Record<string, unknown>][] = []
  fakeServer(
    {
      ...createServerHandlers('zone_manager_rw', zones),
      ...boardHandlers,
      ...handlers,
    },
    (name, input) => inputs.push([name, input as Record<string, unknown>]),
  )
  signIn()
  return { app: renderPage(address), inputs, user: userEvent.setup() }
}
