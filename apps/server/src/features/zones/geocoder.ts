import { isLatLng, type LatLng } from '@muster/domain/geo/lat-lng.ts'
import { readBoundedText } from '../../lib/bounded-text.ts'
import type { WaitInQueue } from './geocoder-queue.ts'

export type GeocoderResult = {
  readonly places: { name: string; at: LatLng }[]
  readonly geocoder: 'none' | 'answered' | 'unavailable'
}

/** A service that looks up places by name. `find` never rejects, because a search also works without a geocoder. */
export type Geocoder = {
  find(text: string, most: number): Promise<GeocoderResult>
  /** True if the installation has a geocoder. */
  isOn(): boolean
}

/** The URL of Nominatim (`…/search`) or Photon (`…/api`), and whether it is a shared public service. */
export type GeocoderTarget = { readonly url: string; readonly isShared: boolean }

type GeocoderOptions = {
  /** Returns the currently configured service; undefined if there is none. */
  readonly target: () => GeocoderTarget | undefined
  /** Names this product and the URL of the installation, because public services require clients to identify themselves. */
  readonly userAgent: string
  /** Waits until a shared service may be queried; if absent, searches are sent immediately. */
  readonly wait?: WaitInQueue
  readonly fetch?: typeof fetch
  readonly timeoutMs?: number
}

const maxResponseBytes = 256 * 1024
/** Maximum entries and lifetime (ms) of the cache. Searches often repeat, and public geocoders ask clients to cache responses. */
const cacheLimits = { most: 500, ms: 60 * 60_000 }

/**
 * Sends only the search text, to the operator's URL; nobody else chooses the target. No redirects; limited time and size. A public
 * service gets at most one request a second in total; cached for an hour.
 */
export function createGeocoder(options: GeocoderOptions): Geocoder {
  const { target, userAgent, wait, fetch = globalThis.fetch, timeoutMs = 4_000 } = options
  const cacheEntryByKey = new Map<string, { found: GeocoderResult; until: number }>()
  /** Requests in progress by search, so that identical concurrent searches share one. */
  const pendingSearchByKey = new Map<string, Promise<GeocoderResult>>()

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
    const response = await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', 'user-agent': userAgent },
    })
    if (!response.ok) throw new Error(`The geocoder answered ${response.status}`)
    const body: unknown = JSON.parse(await readBoundedText(response, maxResponseBytes))
    const places = isNominatim(address) ? readNominatim(body) : readPhoton(body)
    return places.slice(0, limit)
  }

  async function geocodeAndCache(
    key: string,
    geocoderTarget: GeocoderTarget,
    text: string,
    limit: number,
  ): Promise<GeocoderResult> {
    try {
      const result: GeocoderResult = {
        places: await fetchPlaces(geocoderTarget, text, limit),
        geocoder: 'answered',
      }
      const [oldestKey] = cacheEntryByKey.keys()
      if (cacheEntryByKey.size >= cacheLimits.most && oldestKey !== undefined)
        cacheEntryByKey.delete(oldestKey)
      cacheEntryByKey.set(key, { found: result, until: Date.now() + cacheLimits.ms })
      return result
    } catch {
      return { places: [], geocoder: 'unavailable' }
    } finally {
      pendingSearchByKey.delete(key)
    }
  }

  return {
    isOn: () => target() !== undefined,
    async find(text, max) {
      const geocoderTarget = target()
      if (!geocoderTarget) return { places: [], geocoder: 'none' }
      const key = `${geocoderTarget.url} ${max} ${text.toLowerCase()}`
      const cachedEntry = cacheEntryByKey.get(key)
      if (cachedEntry && cachedEntry.until > Date.now()) return cachedEntry.found
      const pendingSearch = pendingSearchByKey.get(key) ?? geocodeAndCache(key, geocoderTarget, text, max)
      pendingSearchByKey.set(key, pendingSearch)
      return pendingSearch
    },
  }
}

const isNominatim = ({ pathname }: URL) => pathname.replace(/\/+$/, '').endsWith('/search')

/** Reads a response in Nominatim's format: https://nominatim.org/release-docs/latest/api/Output/ */
function readNominatim(body: unknown): GeocoderResult['places'] {
  return toList(body).flatMap(entry => {
    const { display_name: name, lat, lon } = entry as Record<string, unknown>
    return toPlace(name, Number(lat), Number(lon))
  })
}

/** Reads a response in Photon's format, GeoJSON with the longitude first: https://github.com/komoot/photon */
function readPhoton(body: unknown): GeocoderResult['places'] {
  return toList((body as { features?: unknown } | null)?.features).flatMap(feature => {
    const { properties, geometry } = feature as {
      properties?: Record<string, unknown>
      geometry?: { coordinates?: unknown }
    }
    const [lng, lat] = toList(geometry?.coordinates)
    const { name, street, city, country } = properties ?? {}
    const nameParts = [name, street, city, country].filter(part => typeof part === 'string' && part !== '')
    return toPlace([...new Set(nameParts)].join(', '), Number(lat), Number(lng))
  })
}

function toPlace(name: unknown, lat: number, lng: number): GeocoderResult['places'] {
  const position = { lat, lng }
  return typeof name === 'string' && name.trim() !== '' && isLatLng(position)
    ? [{ name: name.trim().slice(0, 200), at: position }]
    : []
}

const toList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.filter(item => item !== null && item !== undefined) : []
