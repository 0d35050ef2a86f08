import type { BatchReading } from '@muster/contract/presence.ts'
import { api } from '../../lib/api.ts'
import { postReadings } from '../../lib/post-readings.ts'

/** Sends readings. Ends sharing if a zone no longer accepts readings or the person's consent is missing. */
export async function sendReadings(readings: readonly BatchReading[]): Promise<unknown[]> {
  const results = await postReadings(readings)
  const isClosed = results.some(({ refused }) =>
    refused.some(
      ({ code }) =>
        code === 'ZONE_NOT_FOUND' ||
        code === 'ZONE_NOT_ACTIVE' ||
        code === 'CONSENT_WITHDRAWN' ||
        code === 'CONSENT_NEEDED',
    ),
  )
  // A failure is ignored, because the next reading tries again.
  if (isClosed) await api.presence.endSharing().catch(() => undefined)
  return results
}
