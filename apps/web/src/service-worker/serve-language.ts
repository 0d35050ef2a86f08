/** Matches the language files: `/assets/hi-Bq3x.js`. */
export const isLanguageFile = (path: string): boolean => /^\/assets\/(ar|hi)-[^/]+\.js$/.test(path)

/**
 * Serves the catalogue of a language. Catalogues are not installed with the app's other files, because nobody needs more than one.
 * A catalogue is cached when it is first fetched, and replaces the one from an older version.
 */
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
