import type { BaseMap } from '@muster/contract/maps.ts'
import { openFreeMapStyle } from '@muster/domain/base-map.ts'
import type { StyleSpecification } from 'maplibre-gl'

/** Milliseconds a style may take before the built-in map is shown in its place. */
const patienceMs = 8_000

export type StyleChoice = {
  readonly base: Exclude<BaseMap, { kind: 'google' | 'built_in' }>
  readonly dark: boolean
  /** The satellite view, where the base map has one. */
  readonly satellite: boolean
}

/** The style of a base map of other people. Throws where it cannot be had. */
export async function baseStyle({ base, dark, satellite }: StyleChoice): Promise<StyleSpecification> {
  switch (base.kind) {
    case 'openfreemap':
      return fetchStyle(openFreeMapStyle(dark))
    case 'style':
      return fetchStyle(satellite && base.satelliteUrl ? base.satelliteUrl : base.url)
    case 'pmtiles': {
      const { pmtilesStyle } = await import('./pmtiles-style.ts')
      return pmtilesStyle(base.url, dark)
    }
  }
}

async function fetchStyle(address: string): Promise<StyleSpecification> {
  const response = await fetch(address, { signal: AbortSignal.timeout(patienceMs) })
  if (!response.ok) throw new Error(`The style of the map was answered with ${response.status}`)
  return settled((await response.json()) as StyleSpecification, address)
}

/**
 * A style with whole addresses, and without its letters: they are drawn by the browser's own fonts, like ours, so that one
 * server less learns who looks where.
 */
export function settled(style: StyleSpecification, address: string): StyleSpecification {
  const whole = (path: string) => (/^\w+:/.test(path) ? path : decodeURI(new URL(path, address).href))
  const { glyphs: _letters, sprite, ...rest } = style
  const sources = Object.fromEntries(
    Object.entries(style.sources).map(([id, source]) => [
      id,
      {
        ...source,
        ...('url' in source && source.url ? { url: whole(source.url) } : {}),
        ...('tiles' in source && source.tiles ? { tiles: source.tiles.map(whole) } : {}),
      },
    ]),
  ) as StyleSpecification['sources']
  if (!sprite) return { ...rest, sources }
  const pictures =
    typeof sprite === 'string' ? whole(sprite) : sprite.map(one => ({ ...one, url: whole(one.url) }))
  return { ...rest, sources, sprite: pictures }
}
