/** The kept page is shown when the server has not answered after so long, in milliseconds. */
export const patienceMs = 1_500

type Parts = {
  fetch: () => Promise<Response>
  kept: () => Promise<Response | undefined>
  pause: (ms: number) => Promise<void>
}

/**
 * The page of the app: the server's, which comes with the policy of the day, else the one that is kept, when there is no network, a slow
 * one, or a server that is just starting. Without either, what `fetch` threw.
 */
export async function showPage({ fetch, kept, pause }: Parts): Promise<Response> {
  const asked = fetch()
  const answer = asked.then(response => (response.status < 500 ? response : undefined))
  const late = pause(patienceMs).then(() => undefined)
  const inTime = await Promise.race([answer, late]).catch(() => undefined)
  return inTime ?? (await kept()) ?? (await asked)
}
