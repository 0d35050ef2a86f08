import { fetchWithTimeout } from '../lib/fetch-with-timeout.ts'
import { toRequestHeaders } from '../lib/request-headers.ts'
import { serverUrl } from '../lib/server-address.ts'
import { toRefusal } from '../lib/to-refusal.ts'

/** Timeout of an upload in milliseconds, long enough for a slow connection. */
const uploadTimeoutMs = 15 * 60_000

/** Works in the service worker too. Throws like a call of the API client. */
export async function putFile(
  place: string,
  query: Record<string, string>,
  file: File,
  token: string,
): Promise<void> {
  const response = await fetchWithTimeout(
    serverUrl(`/upload/${place}?${new URLSearchParams(query)}`),
    {
      method: 'PUT',
      headers: {
        ...toRequestHeaders(token),
        'content-type': file.type || 'application/octet-stream',
      },
      body: file,
    },
    uploadTimeoutMs,
  )
  if (!response.ok) throw toRefusal(response.status, await response.json().catch(() => undefined))
}
