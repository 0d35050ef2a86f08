import { expect, it, vi } from 'vitest'
import { createGeocoder } from './geocoder.ts'

const nominatim = 'https://geo.example/search'
const photon = 'https://geo.example/api/'
const answering = (body: unknown) => vi.fn<typeof fetch>(async () => Response.json(body))

it('asks nobody where none is set up', async () => {
  const fetch = answering([])
  expect(await createGeocoder({ url: undefined, fetch }).find('pier', 5)).toEqual({
    places: [],
    geocoder: 'none',
  })
  expect(fetch).not.toHaveBeenCalled()
})

it('reads Nominatim, and sends what was typed as a parameter of its own address only', async () => {
  const fetch = answering([
    { display_name: 'Pier 4, Port', lat: '28.61', lon: '77.2' },
    { display_name: 'Nowhere', lat: 'x', lon: '200' },
    null,
  ])
  const found = await createGeocoder({ url: nominatim, fetch }).find('http://10.0.0.1/?a=b&c#d', 5)
  expect(found).toEqual({
    places: [{ name: 'Pier 4, Port', at: { lat: 28.61, lng: 77.2 } }],
    geocoder: 'answered',
  })
  const [asked, how] = fetch.mock.calls[0] ?? []
  const url = new URL(String(asked))
  expect(url.origin + url.pathname).toBe(nominatim)
  expect(url.searchParams.get('q')).toBe('http://10.0.0.1/?a=b&c#d')
  expect(how).toMatchObject({ redirect: 'error' })
})

it('reads Photon, longitude first', async () => {
  const fetch = answering({
    features: [
      {
        properties: { name: 'Pier 4', city: 'Port', country: 'Land' },
        geometry: { coordinates: [77.2, 28.61] },
      },
    ],
  })
  const { places } = await createGeocoder({ url: photon, fetch }).find('pier', 5)
  expect(places).toEqual([{ name: 'Pier 4, Port, Land', at: { lat: 28.61, lng: 77.2 } }])
})

it('asks once for what is asked again', async () => {
  const fetch = answering([])
  const geocoder = createGeocoder({ url: nominatim, fetch })
  await geocoder.find('Pier', 5)
  await geocoder.find('pier', 5)
  expect(fetch).toHaveBeenCalledTimes(1)
})

const wrong: [string, typeof fetch][] = [
  ['does not answer in time', (_, how) => waitFor(how?.signal)],
  ['answers too much', async () => new Response(`[${'0,'.repeat(200_000)}0]`)],
  ['answers no JSON', async () => new Response('<html>')],
  ['answers something else', async () => Response.json({ features: 7 })],
  ['fails', async () => new Response('', { status: 500 })],
]
it.each(wrong)('a geocoder that %s stops nobody', async (what, fetch) => {
  const found = await createGeocoder({ url: nominatim, fetch, timeoutMs: 20 }).find('pier', 5)
  expect(found.places).toEqual([])
  expect(found.geocoder).toBe(what === 'answers something else' ? 'answered' : 'unavailable')
})

const waitFor = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
