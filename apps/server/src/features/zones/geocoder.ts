import { isLatLng, type LatLng } from '@muster/domain/geo/lat-lng.ts'
import { boundedText } from '../../lib/bounded-text.ts'
import type { WaitInQueue } from './geocoder-queue.ts'

export type GeocoderResult = {
  readonly places: { name: string; at: LatLng }[]
  readonly geocoder: 'none' | 'answered' | 'unavailable'
}

/** Looks up places by name. Never rejects, because a search also works without a geocoder. */
export type Geocoder = { find(text: string, most: number): Promise<GeocoderResult> }

/** The URL of Nominatim (`…/search`) or Photon (`…/api`), and whether it is a shared public service. */
export type GeocoderTarget = { readonly url: string; readonly isShared: boolean }

type Options = {
  /** Returns the currently configured service; undefined if there is none. */
  readonly target: () => GeocoderTarget | undefined
  /** Names this product and the URL of the installation, because public services require clients to identify themselves. */
  readonly userAgent: string
  /** Waits until a shared service may be queried; if absent, searches are sent immediately. */
  readonly wait?: WaitInQueue
  readonly fetch?: typeof fetch
  readonly timeoutMs?: number
}

const maxBytes = 256 * 1024
/** Cache size and lifetime. Searches repeat, and public geocoders ask clients to cache responses. */
const keep = { most: 500, ms: 60 * 60_000 }

/**
 * Queries the installation's geocoder. Only the search text is sent, as a parameter of the URL set by the operator or a super
 * admin; nobody else chooses the target. Redirects are not followed, and responses are limited in time and size. A public service
 * gets at most one request a second in total; responses are cached for an hour.
 */
export function createGeocoder(options: Options): Geocoder {
  const { target, userAgent, wait, fetch = globalThis.fetch, timeoutMs = 4_000 } = options
  const cacheByKey = new Map<string, { found: GeocoderResult; until: number }>()
  /** Requests in progress by search, so that identical concurrent searches share one. */
  const pending = new Map<string, Promise<GeocoderResult>>()

  async function fetchPlaces(
    { url, isShared }: GeocoderTarget,
    text: string,
    limit: number,
  ): Promise<GeocoderResult['places']> {
    const address = new URL(url)
    address.searchParams.set('q', text)
    address.searchParams.set('limit', String(limit))
    if (isNominatim(address)) address.searchParams.set('format', 'jsonv2')
    if (isShared) await wait?.()
    const answer = await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', 'user-agent': userAgent },
    })
    if (!answer.ok) throw new Error(`The geocoder answered ${answer.status}`)
    const body: unknown = JSON.parse(await boundedText(answer, maxBytes))
    const read = isNominatim(address) ? readNominatim(body) : readPhoton(body)
    return read.slice(0, limit)
  }

  async function geocodeAndCache(
    key: string,
    whom: GeocoderTarget,
    text: string,
    limit: number,
  ): Promise<GeocoderResult> {
    try {
      const result: GeocoderResult = { places: await fetchPlaces(whom, text, limit), geocoder: 'answered' }
      const [oldest] = cacheByKey.keys()
      if (cacheByKey.size >= keep.most && oldest !== undefined) cacheByKey.delete(oldest)
      cacheByKey.set(key, { found: result, until: Date.now() + keep.ms })
      return result
    } catch {
      return { places: [], geocoder: 'unavailable' }
    } finally {
      pending.delete(key)
    }
  }

  return {
    async find(text, max) {
      const whom = target()
      if (!whom) return { places: [], geocoder: 'none' }
      const key = `${whom.url} ${max} ${text.toLowerCase()}`
      const cached = cacheByKey.get(key)
      if (cached && cached.until > Date.now()) return cached.found
      const running = pending.get(key) ?? geocodeAndCache(key, whom, text, max)
      pending.set(key, running)
      return running
    },
  }
}

const isNominatim = ({ pathname }: URL) => pathname.replace(/\/+$/, '').endsWith('/search')

/** Reads a response in Nominatim's format: https://nominatim.org/release-docs/latest/api/Output/ */
function readNominatim(body: unknown): GeocoderResult['places'] {
  return toList(body).flatMap(one => {
    const { display_name: name, lat, lon } = one as Record<string, unknown>
    return toPlace(name, Number(lat), Number(lon))
  })
}

/** Reads a response in Photon's format, GeoJSON with the longitude first: https://github.com/komoot/photon */
function readPhoton(body: unknown): GeocoderResult['places'] {
  return toList((body as { features?: unknown } | null)?.features).flatMap(one => {
    const { properties, geometry } = one as {
      properties?: Record<string, unknown>
      geometry?: { coordinates?: unknown }
    }
    const [lng, lat] = toList(geometry?.coordinates)
    const { name, street, city, country } = properties ?? {}
    const words = [name, street, city, country].filter(word => typeof word === 'string' && word !== '')
    return toPlace([...new Set(words)].join(', '), Number(lat), Number(lng))
  })
}

function toPlace(name: unknown, lat: number, lng: number): GeocoderResult['places'] {
  const at = { lat, lng }
  return typeof name === 'string' && name.trim() !== '' && isLatLng(at)
    ? [{ name: name.trim().slice(0, 200), at }]
    : []
}

const toList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.filter(one => one !== null && one !== undefined) : []
