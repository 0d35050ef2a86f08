/** Matches the language files: `/assets/hi-Bq3x.js`. */
export const isLanguageFile = (path: string): boolean => /^\/assets\/(ar|hi)-[^/]+\.js$/.test(path)

/** Nobody needs more than one, so catalogues are not installed with the other files. The first fetch replaces an older version's. */
export async function serveLanguage(request: Request): Promise<Response> {
  const storedResponse = await caches.match(request)
  if (storedResponse) return storedResponse
  const response = await fetch(request)
  if (response.ok) await storeResponse(request, response.clone())
  return response
}

async function storeResponse(request: Request, response: Response): Promise<void> {
  const cache = await caches.open('muster-languages')
  const getLanguage = (url: string) => new URL(url).pathname.split('-')[0]
  for (const { url } of await cache.keys())
    if (getLanguage(url) === getLanguage(request.url)) await cache.delete(url)
  await cache.put(request, response)
}
