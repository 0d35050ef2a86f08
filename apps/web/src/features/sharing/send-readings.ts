import { type BatchReading, positionsAnswer } from '@muster/contract/presence.ts'
import { api } from '../../lib/api.ts'
import { fetchWithTimeout } from '../../lib/fetch-with-timeout.ts'
import { toRequestHeaders } from '../../lib/request-headers.ts'
import { serverUrl } from '../../lib/server-address.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { toRefusal } from '../../lib/to-refusal.ts'

/**
 * Sends readings to the batch endpoint, which answers each one separately. Throws the same errors as the API client. Ends sharing
 * if a zone no longer accepts readings or the person's consent is missing.
 */
export async function sendReadings(readings: readonly BatchReading[]): Promise<unknown[]> {
  const token = sessionStore.get()?.token
  const response = await fetchWithTimeout(serverUrl('/ingest/positions'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...toRequestHeaders(token) },
    body: JSON.stringify({ readings }),
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.status === 401 && token) sessionStore.expire(token)
  if (!response.ok) throw toRefusal(response.status, body)
  const { results } = positionsAnswer.parse(body)
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
