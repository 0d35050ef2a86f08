import { isLatLng, type LatLng } from '@muster/domain/geo/lat-lng.ts'

export type Found = {
  readonly places: { name: string; at: LatLng }[]
  readonly geocoder: 'none' | 'answered' | 'unavailable'
}

/** Looks places up by name. Never rejects: a search goes on without it. */
export type Geocoder = { find(text: string, most: number): Promise<Found> }

type Options = {
  /** The address the operator set: Nominatim's `…/search` or Photon's `…/api`. Without it nothing is asked. */
  readonly url: string | undefined
  readonly fetch?: typeof fetch
  readonly timeoutMs?: number
}

const mostBytes = 256 * 1024
/** Answers are kept for a while: people type the same, and public geocoders ask for it. */
const keep = { most: 500, ms: 60 * 60_000 }

/**
 * Asks the geocoder of the installation. Only the search text is sent, as a parameter of the address that the operator
 * set: nobody else chooses where to. No redirect is followed, and an answer is bounded in time and size.
 */
export function createGeocoder({ url, fetch = globalThis.fetch, timeoutMs = 4_000 }: Options): Geocoder {
  const held = new Map<string, { found: Found; until: number }>()

  async function ask(address: string, text: string, most: number): Promise<Found['places']> {
    const target = new URL(address)
    target.searchParams.set('q', text)
    target.searchParams.set('limit', String(most))
    if (isNominatim(target)) target.searchParams.set('format', 'jsonv2')
    const answer = await fetch(target, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', 'user-agent': 'Muster' },
    })
    if (!answer.ok) throw new Error(`The geocoder answered ${answer.status}`)
    const body: unknown = JSON.parse(await boundedText(answer))
    const read = isNominatim(target) ? readNominatim(body) : readPhoton(body)
    return read.slice(0, most)
  }

  return {
    async find(text, most) {
      if (!url) return { places: [], geocoder: 'none' }
      const key = `${most} ${text.toLowerCase()}`
      const kept = held.get(key)
      if (kept && kept.until > Date.now()) return kept.found
      try {
        const found: Found = { places: await ask(url, text, most), geocoder: 'answered' }
        const [oldest] = held.keys()
        if (held.size >= keep.most && oldest !== undefined) held.delete(oldest)
        held.set(key, { found, until: Date.now() + keep.ms })
        return found
      } catch {
        return { places: [], geocoder: 'unavailable' }
      }
    },
  }
}

const isNominatim = ({ pathname }: URL) => pathname.replace(/\/+$/, '').endsWith('/search')

async function boundedText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) throw new Error('The geocoder answered too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** https://nominatim.org/release-docs/latest/api/Output/ */
function readNominatim(body: unknown): Found['places'] {
  return listOf(body).flatMap(one => {
    const { display_name: name, lat, lon } = one as Record<string, unknown>
    return placeOf(name, Number(lat), Number(lon))
  })
}

/** GeoJSON, longitude first: https://github.com/komoot/photon */
function readPhoton(body: unknown): Found['places'] {
  return listOf((body as { features?: unknown } | null)?.features).flatMap(one => {
    const { properties, geometry } = one as {
      properties?: Record<string, unknown>
      geometry?: { coordinates?: unknown }
    }
    const [lng, lat] = listOf(geometry?.coordinates)
    const { name, street, city, country } = properties ?? {}
    const words = [name, street, city, country].filter(word => typeof word === 'string' && word !== '')
    return placeOf([...new Set(words)].join(', '), Number(lat), Number(lng))
  })
}

function placeOf(name: unknown, lat: number, lng: number): Found['places'] {
  const at = { lat, lng }
  return typeof name === 'string' && name.trim() !== '' && isLatLng(at)
    ? [{ name: name.trim().slice(0, 200), at }]
    : []
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.filter(one => one !== null && one !== undefined) : []
