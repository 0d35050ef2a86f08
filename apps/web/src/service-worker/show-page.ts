/** Milliseconds after which the cached page is shown if the server has not responded. */
export const pageTimeoutMs = 1_500

type Sources = {
  fetch: () => Promise<Response>
  readCached: () => Promise<Response | undefined>
  pause: (ms: number) => Promise<void>
}

/**
 * Serves the app's page from the server, which sends the current policy, or from the cache if the network is missing or slow, or
 * the server responds with 5xx, for example while it starts. Without a cached page, waits for the server's response, and rejects as
 * `fetch` does.
 */
export async function showPage({ fetch, readCached, pause }: Sources): Promise<Response> {
  const responsePromise = fetch()
  const usableResponsePromise = responsePromise.then(response =>
    response.status < 500 ? response : undefined,
  )
  const timeout = pause(pageTimeoutMs).then(() => undefined)
  const timelyResponse = await Promise.race([usableResponsePromise, timeout]).catch(() => undefined)
  return timelyResponse ?? (await readCached()) ?? (await responsePromise)
}
