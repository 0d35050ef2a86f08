import { patientFetch } from '../lib/patient-fetch.ts'
import { refusalOf } from '../lib/refusal-of.ts'
import { serverUrl } from '../lib/server-address.ts'

/** How long a file may be on its way, also over a slow connection, before it is tried again. Milliseconds. */
const uploadMs = 15 * 60_000

/** Sends a file as the body of a `PUT` below `/upload/`, also from the service worker. Throws as a call of the client does. */
export async function putFile(
  place: string,
  query: Record<string, string>,
  file: File,
  token: string,
): Promise<void> {
  const response = await patientFetch(
    serverUrl(`/upload/${place}?${new URLSearchParams(query)}`),
    {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': file.type || 'application/octet-stream',
      },
      body: file,
    },
    uploadMs,
  )
  if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => undefined))
}
