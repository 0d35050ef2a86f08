import type { CheckAnswer } from '@muster/contract/presence.ts'
import type { PositionReading } from '../../lib/geolocation/reading.ts'
import { defineSender } from '../../offline/sender.ts'

/** Of a reading what the server is told, with the id that makes sending it twice harmless. */
export type PositionCheck = Pick<PositionReading, 'lat' | 'lng' | 'accuracyMeters' | 'capturedAt'> & {
  id: string
}
/** A check on its way to the zone it was made for. */
export type ZoneCheckPayload = PositionCheck & { zoneId: string; zoneName?: string }

/** It is judged as of when it was read: that time is in the reading itself. */
export const checkSender = defineSender<ZoneCheckPayload, CheckAnswer>({
  name: 'position check',
  keepsAnswer: true,
  send: ({ zoneName: _, ...check }, { api }) => api.presence.checkUserInZone(check),
})
