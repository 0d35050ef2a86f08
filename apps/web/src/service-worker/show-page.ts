/** Milliseconds after which the cached page is shown if the server has not responded. */
export const patienceMs = 1_500

type Parts = {
  fetch: () => Promise<Response>
  readCached: () => Promise<Response | undefined>
  pause: (ms: number) => Promise<void>
}

/**
 * Serves the app's page from the server, which sends the current policy, or from the cache if the network is missing or slow, or
 * the server is just starting. Without either, throws the error from `fetch`.
 */
export async function showPage({ fetch, readCached, pause }: Parts): Promise<Response> {
  const response = fetch()
  const answer = response.then(response => (response.status < 500 ? response : undefined))
  const late = pause(patienceMs).then(() => undefined)
  const inTime = await Promise.race([answer, late]).catch(() => undefined)
  return inTime ?? (await readCached()) ?? (await response)
}
