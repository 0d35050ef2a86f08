import { expect, it, vi } from 'vitest'
import { createGeocoder } from './geocoder.ts'

const nominatimUrl = 'https://geo.example/search'
const photonUrl = 'https://geo.example/api/'
const createTestGeocoder = (
  url: string | undefined,
  fetch: typeof globalThis.fetch,
  overrides: { timeoutMs?: number } = {},
) =>
  createGeocoder({
    target: () => (url ? { url, isShared: false } : undefined),
    userAgent: 'Muster/1 (https://muster.example)',
    fetch,
    ...overrides,
  })
const createFetch = (body: unknown) => vi.fn<typeof fetch>(async () => Response.json(body))

it('no request is sent if no geocoder is configured', async () => {
  const fetch = createFetch([])
  expect(await createTestGeocoder(undefined, fetch).find('pier', 5)).toEqual({
    places: [],
    geocoder: 'none',
  })
  expect(fetch).not.toHaveBeenCalled()
})

it('Nominatim is supported; the search text is sent only as a parameter of the configured URL', async () => {
  const fetch = createFetch([
    { display_name: 'Pier 4, Port', lat: '28.61', lon: '77.2' },
    { display_name: 'Nowhere', lat: 'x', lon: '200' },
    null,
  ])
  const result = await createTestGeocoder(nominatimUrl, fetch).find('http://10.0.0.1/?a=b&c#d', 5)
  expect(result).toEqual({
    places: [{ name: 'Pier 4, Port', at: { lat: 28.61, lng: 77.2 } }],
    geocoder: 'answered',
  })
  const [requestedUrl, requestInit] = fetch.mock.calls[0] ?? []
  const url = new URL(String(requestedUrl))
  expect(url.origin + url.pathname).toBe(nominatimUrl)
  expect(url.searchParams.get('q')).toBe('http://10.0.0.1/?a=b&c#d')
  expect(requestInit).toMatchObject({
    redirect: 'error',
    headers: { 'user-agent': 'Muster/1 (https://muster.example)' },
  })
})

it('Photon is supported, with the longitude first in its positions', async () => {
  const fetch = createFetch({
    features: [
      {
        properties: { name: 'Pier 4', city: 'Port', country: 'Land' },
        geometry: { coordinates: [77.2, 28.61] },
      },
    ],
  })
  const { places } = await createTestGeocoder(photonUrl, fetch).find('pier', 5)
  expect(places).toEqual([{ name: 'Pier 4, Port, Land', at: { lat: 28.61, lng: 77.2 } }])
})

it('repeated searches share one request', async () => {
  const fetch = createFetch([])
  const geocoderClient = createTestGeocoder(nominatimUrl, fetch)
  await Promise.all([geocoderClient.find('Pier', 5), geocoderClient.find('pier', 5)])
  await geocoderClient.find('PIER', 5)
  expect(fetch).toHaveBeenCalledTimes(1)
})

it('a search of a shared service waits in the queue, and gives up if the wait is too long', async () => {
  const fetch = createFetch([])
  const target = () => ({ url: nominatimUrl, isShared: true })
  const waitInQueue = vi.fn(async () => undefined)
  await createGeocoder({ target, userAgent: 'tests', fetch, wait: waitInQueue }).find('pier', 5)
  expect(waitInQueue).toHaveBeenCalledTimes(1)
  const rejectLate = () => Promise.reject(new Error('Too many wait'))
  const refusedResult = await createGeocoder({ target, userAgent: 'tests', fetch, wait: rejectLate }).find(
    'pier',
    5,
  )
  expect(refusedResult.geocoder).toBe('unavailable')
  expect(fetch).toHaveBeenCalledTimes(1)
})

it('a changed configuration applies to the next search', async () => {
  const fetch = createFetch([])
  let url = nominatimUrl
  const geocoderClient = createGeocoder({
    target: () => ({ url, isShared: false }),
    userAgent: 'tests',
    fetch,
  })
  await geocoderClient.find('pier', 5)
  url = photonUrl
  await geocoderClient.find('pier', 5)
  expect(fetch.mock.calls.map(([requestedUrl]) => new URL(String(requestedUrl)).pathname)).toEqual([
    '/search',
    '/api/',
  ])
})

const failingFetches: [string, typeof fetch][] = [
  ['does not answer in time', (_, requestInit) => waitForAbort(requestInit?.signal)],
  ['answers too much', async () => new Response(`[${'0,'.repeat(200_000)}0]`)],
  ['answers no JSON', async () => new Response('<html>')],
  ['answers something else', async () => Response.json({ features: 7 })],
  ['fails', async () => new Response('', { status: 500 })],
]
it.each(failingFetches)('a geocoder that %s does not fail a search', async (failure, fetch) => {
  const result = await createTestGeocoder(nominatimUrl, fetch, { timeoutMs: 20 }).find('pier', 5)
  expect(result.places).toEqual([])
  expect(result.geocoder).toBe(failure === 'answers something else' ? 'answered' : 'unavailable')
})

const waitForAbort = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
