import { type BatchReading, positionsAnswer } from '@muster/contract/presence.ts'
import type { z } from 'zod'
import { fetchWithTimeout } from './fetch-with-timeout.ts'
import { toRequestHeaders } from './request-headers.ts'
import { serverUrl } from './server-address.ts'
import { sessionStore } from './session-store.ts'
import { toRefusal } from './to-refusal.ts'

/** The batch endpoint answers each one separately and needs no entry to a zone. Throws the same errors as the API client. */
export async function postReadings(
  readings: readonly BatchReading[],
): Promise<z.output<typeof positionsAnswer>['results']> {
  const token = sessionStore.get()?.token
  const response = await fetchWithTimeout(serverUrl('/ingest/positions'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...toRequestHeaders(token) },
    body: JSON.stringify({ readings }),
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.status === 401 && token) sessionStore.expire(token)
  if (!response.ok) throw toRefusal(response.status, body)
  return positionsAnswer.parse(body).results
}
