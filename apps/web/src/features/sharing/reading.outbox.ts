import { plural, t } from '@lingui/core/macro'
import type { BatchReading } from '@muster/contract/presence.ts'
import { v7 as uuidV7 } from 'uuid'
import type { PositionReading } from '../../lib/geolocation/reading.ts'
import { outbox } from '../../offline/device-outbox.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { defineSender } from '../../offline/sender.ts'

const kindName = 'shared position'

/** Maximum number of queued readings, about two hours in a browser; beyond that the oldest are dropped. */
const maxQueuedReadings = 480

/** The outbox kind for shared positions, which are sent in batches instead of one by one. */
export const readingOutbox = defineOutboxKind<BatchReading, unknown>({
  sender: defineSender<BatchReading, unknown>({
    name: kindName,
    mostWaiting: maxQueuedReadings,
    // The code is loaded only when there is something to send.
    sendAll: async readings => (await import('./send-readings.ts')).sendReadings(readings),
  }),
  words: count => plural(count, { one: '# shared position', other: '# shared positions' }),
  describe: () => ({ title: t`Shared position` }),
})

/** Queues a reading until the server has received it. */
export function queueReading(userId: string, zoneId: string, reading: PositionReading) {
  const { lat, lng, accuracyMeters, capturedAt } = reading
  const payload: BatchReading = {
    id: uuidV7(),
    zoneId,
    source: 'automatic',
    lat,
    lng,
    accuracyMeters,
    capturedAt,
  }
  return outbox.add({ id: payload.id, kind: kindName, userId, payload, at: capturedAt })
}
