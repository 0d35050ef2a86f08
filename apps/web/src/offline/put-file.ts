import { refusalOf } from '../lib/refusal-of.ts'
import { serverUrl } from '../lib/server-address.ts'

/** Sends a file as the body of a `PUT` below `/upload/`, also from the service worker. Throws as a call of the client does. */
export async function putFile(
  place: string,
  query: Record<string, string>,
  file: File,
  token: string,
): Promise<void> {
  const response = await globalThis.fetch(serverUrl(`/upload/${place}?${new URLSearchParams(query)}`), {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': file.type || 'application/octet-stream',
    },
    body: file,
  })
  if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => undefined))
}
