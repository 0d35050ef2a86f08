import { serverUrl } from '../../lib/server-address.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { keepBlob } from '../files/public.ts'
import type { Chosen } from './file-acts.ts'

/** Has the server pack the chosen folders and files into one archive, and keeps it. Rejects where it could not. */
export async function downloadZip(zoneId: string, chosen: Chosen): Promise<void> {
  const token = sessionStore.get()?.token
  const answer = await fetch(serverUrl('/download/documents'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ zoneId, ...chosen }),
  })
  if (!answer.ok) throw new Error('')
  keepBlob(await answer.blob(), 'files.zip')
}
