import type { CheckAnswer } from '@muster/contract/presence.ts'
import type { PositionReading } from '../../lib/geolocation/reading.ts'
import { defineSender } from '../../offline/sender.ts'

/** The part of a reading that is sent to the server; `id` makes retries idempotent. */
export type PositionCheck = Pick<PositionReading, 'lat' | 'lng' | 'accuracyMeters' | 'capturedAt'> & {
  id: string
}
export type ZoneCheckPayload = PositionCheck & { zoneId: string; zoneName?: string }

/** Sends a check. The server evaluates it as of the time of the reading, which is part of the payload. */
export const checkSender = defineSender<ZoneCheckPayload, CheckAnswer>({
  name: 'position check',
  keepsAnswer: true,
  send: ({ zoneName: _, ...check }, { api }) => api.presence.checkUserInZone(check),
})
