/** The cache for the script that fetches map data. The response contains the script's own policy, and is cached for offline use. */
const scriptCacheName = 'muster.map-script'

/** Serves the script of the saved map from the server, otherwise from the cache. The script of a map preview is not cached. */
export async function serveMapScript(request: Request): Promise<Response> {
  const cache = await caches.open(scriptCacheName)
  try {
    const response = await fetch(request)
    const isCacheable = response.ok && new URL(request.url).searchParams.has('for')
    if (isCacheable) await cache.put(request, response.clone())
    return response
  } catch (error) {
    const cachedResponse = await cache.match(request)
    if (cachedResponse) return cachedResponse
    throw error
  }
}
