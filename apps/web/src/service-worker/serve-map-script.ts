/** The script that fetches maps comes with the policy of the day, and is kept for when there is no network. */
const scriptCache = 'muster.map-script'

/** The script of the map that counts, from the server, else as it last came. One of a map that is only tried is not kept. */
export async function serveMapScript(request: Request): Promise<Response> {
  const cache = await caches.open(scriptCache)
  try {
    const answer = await fetch(request)
    const isKept = answer.ok && new URL(request.url).searchParams.has('for')
    if (isKept) await cache.put(request, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(request)
    if (kept) return kept
    throw error
  }
}
