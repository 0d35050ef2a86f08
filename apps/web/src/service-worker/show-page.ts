/** Milliseconds after which the cached page is shown if the server has not answered. */
export const patienceMs = 1_500

type Parts = {
  fetch: () => Promise<Response>
  readCached: () => Promise<Response | undefined>
  pause: (ms: number) => Promise<void>
}

/**
 * Serves the app's page: the server's, which comes with the current policy, or else the cached one if the network is missing or
 * slow, or the server is just starting. Without either, throws the error of `fetch`.
 */
export async function showPage({ fetch, readCached, pause }: Parts): Promise<Response> {
  const response = fetch()
  const answer = response.then(response => (response.status < 500 ? response : undefined))
  const late = pause(patienceMs).then(() => undefined)
  const inTime = await Promise.race([answer, late]).catch(() => undefined)
  return inTime ?? (await readCached()) ?? (await response)
}
