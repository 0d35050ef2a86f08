import { toRequestHeaders } from './request-headers.ts'
import { serverUrl } from './server-address.ts'
import { sessionStore } from './session-store.ts'
import { toRefusal } from './to-refusal.ts'

/** Rejects with the server's refusal, or as `fetch` does if the server is unreachable. */
export async function requestFile(path: string, input: object, signal?: AbortSignal): Promise<Response> {
  const token = sessionStore.get()?.token
  const response = await fetch(
    new Request(serverUrl(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...toRequestHeaders(token) },
      body: JSON.stringify(input),
      ...(signal && { signal }),
    }),
  )
  if (!response.ok) throw toRefusal(response.status, await response.json().catch(() => undefined))
  return response
}

/** Returns the name that the server gave a file. */
export const readFileName = ({ headers }: Response, fallback: string): string =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? fallback
