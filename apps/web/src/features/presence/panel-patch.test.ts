import type { MyPresence, PresencePanel } from '@muster/contract/presence.ts'
import { expect, it } from 'vitest'
import { aPresenceChange } from '../../testing/presence-events.ts'
import { myPresenceAfterChange } from './my-presence-patch.ts'
import { panelAfterChange } from './panel-patch.ts'

const anaId = '0192f0c0-0000-7000-8000-000000000002'
const zoneId = '0192f0c0-0000-7000-8000-000000000003'
const visit = {
  id: 'v1',
  entryTime: '2026-11-19T08:00:00Z',
  exitTime: null,
  lastSeen: '2026-11-19T16:00:00Z',
  durationMinutes: null,
}
/** The time of an exit that was seen in the evening and confirmed by a reading the next morning. */
const exitTime = '2026-11-19T16:00:40Z'
const exitEvent = aPresenceChange({
  ...{ zoneId, userId: anaId, change: 'left', at: '2026-11-20T07:00:00Z', entryTime: visit.entryTime },
  ...{ exitTime, durationMinutes: 480 },
})

it('dates an exit by the first reading outside, even if a later one confirmed it', () => {
  const panel: PresencePanel = {
    ...{ zoneId, maxCapacity: 50, inside: 1, parts: { byPhone: 1, byBadge: 0, visitors: 0 } },
    ...{ unseen: 0, unseenByBadge: 0, recentlyLeft: [] },
    history: [
      { ...visit, userId: anaId, userName: 'Ana Ruiz', role: 'app_user', source: 'manual', mock: false },
    ],
  }
  const updatedPanel = panelAfterChange(panel, exitEvent)
  expect(updatedPanel?.recentlyLeft[0]?.at).toBe(exitTime)
  expect(updatedPanel?.history[0]).toMatchObject({ exitTime, lastSeen: null, durationMinutes: 480 })
})

it('one’s own visit ends at that time, and the later last-seen time stays', () => {
  const myPresence: MyPresence = {
    ...{ zoneId, presence: 'inside', lastSeen: visit.lastSeen, insideSince: visit.entryTime },
    ...{ source: 'manual', mock: false, accuracyMeters: 5, recent: [visit] },
  }
  const updatedPresence = myPresenceAfterChange(myPresence, exitEvent)
  expect(updatedPresence).toMatchObject({ presence: 'outside', lastSeen: exitEvent.at })
  expect(updatedPresence.recent[0]).toMatchObject({ exitTime, durationMinutes: 480 })
})
