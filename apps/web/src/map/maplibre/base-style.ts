import type { ShownMap } from '@muster/contract/maps.ts'
import { openFreeMapStyle } from '@muster/domain/base-map.ts'
import type { StyleSpecification } from 'maplibre-gl'
import { getMapFetcher } from './map-fetch.ts'

/** Milliseconds within which a style must load; after that the built-in map stays. */
const styleTimeoutMs = 4_000

export type StyleChoice = {
  readonly shown: ShownMap
  readonly dark: boolean
  /** Uses the satellite view, if the base map has one. */
  readonly satellite: boolean
}

/** Loads the style of an external base map. Throws if it is unavailable. */
export async function loadBaseStyle(choice: StyleChoice): Promise<StyleSpecification> {
  const { shown, dark } = choice
  if (shown.base.kind === 'pmtiles') {
    const { createPmtilesStyle: createStyle } = await import('./pmtiles-style.ts')
    return createStyle(shown.base.url, { dark, fetcher: shown.fetcher })
  }
  const address = toStyleAddress(choice)
  if (!address) throw new Error('This base map has no style')
  return fetchStyle(address, shown.fetcher)
}

function toStyleAddress({ shown: { base, openFreeMapOrigin }, dark, satellite }: StyleChoice) {
  if (base.kind === 'openfreemap') return openFreeMapStyle(openFreeMapOrigin, dark)
  if (base.kind === 'style') return satellite && base.satelliteUrl ? base.satelliteUrl : base.url
  return undefined
}

async function fetchStyle(address: string, fetcher: string): Promise<StyleSpecification> {
  const { status, body } = await getMapFetcher(fetcher).fetch(address, {
    signal: AbortSignal.timeout(styleTimeoutMs),
  })
  if (status !== 200) throw new Error(`The style of the map was answered with ${status}`)
  return withAbsoluteUrls(JSON.parse(new TextDecoder().decode(body)) as StyleSpecification, address)
}

/** Labels use the browser's own fonts, so that one server fewer learns which places people look at. */
export function withAbsoluteUrls(style: StyleSpecification, address: string): StyleSpecification {
  const toAbsoluteUrl = (path: string) => (/^\w+:/.test(path) ? path : decodeURI(new URL(path, address).href))
  const { glyphs: _glyphs, sprite, ...otherFields } = style
  const sources = Object.fromEntries(
    Object.entries(style.sources).map(([id, source]) => [
      id,
      {
        ...source,
        ...('url' in source && source.url ? { url: toAbsoluteUrl(source.url) } : {}),
        ...('tiles' in source && source.tiles ? { tiles: source.tiles.map(toAbsoluteUrl) } : {}),
      },
    ]),
  ) as StyleSpecification['sources']
  if (!sprite) return { ...otherFields, sources }
  const absoluteSprite =
    typeof sprite === 'string'
      ? toAbsoluteUrl(sprite)
      : sprite.map(entry => ({ ...entry, url: toAbsoluteUrl(entry.url) }))
  return { ...otherFields, sources, sprite: absoluteSprite }
}
