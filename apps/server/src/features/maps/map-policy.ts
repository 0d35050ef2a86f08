import { isPlainOrigin, openFreeMapOrigin } from '@muster/domain/base-map.ts'
import type { MapSetting } from './map-setting.ts'

/** What the base map adds to the policy of pages, by directive; nothing for the built-in one. */
export type MapPolicy = Readonly<
  Record<'script' | 'style' | 'font' | 'img' | 'connect' | 'worker', readonly string[]>
>

const nothing: MapPolicy = { script: [], style: [], font: [], img: [], connect: [], worker: [] }

/**
 * The hosts a page may reach because of the base map, and no others. A library of maps fetches its styles, tiles, letters and
 * pictures itself, so that hosts of tiles are for `connect` alone; Google's script also brings styles, fonts and pictures.
 * Every answer carries the policy: what does not fit into it is left out, however it came to be stored.
 */
export function mapPolicy(
  setting: Pick<MapSetting, 'base' | 'origins' | 'googleOrigin' | 'googleKey'>,
): MapPolicy {
  const { base, origins, googleOrigin, googleKey } = setting
  switch (base.kind) {
    case 'built_in':
      return nothing
    case 'openfreemap':
      return { ...nothing, connect: [openFreeMapOrigin] }
    case 'style': {
      const own = [base.url, ...(base.satelliteUrl ? [base.satelliteUrl] : [])].map(originOf)
      return { ...nothing, connect: distinct([...own, ...origins]).filter(isPlainOrigin) }
    }
    case 'pmtiles':
      return {
        ...nothing,
        connect: base.url.startsWith('/') ? [] : [originOf(base.url)].filter(isPlainOrigin),
      }
    case 'google':
      if (googleKey === null) return nothing
      return {
        script: distinct([googleOrigin, 'https://maps.googleapis.com']),
        style: ['https://fonts.googleapis.com'],
        font: ['https://fonts.gstatic.com'],
        img: ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com'],
        connect: distinct([googleOrigin, 'https://*.googleapis.com', 'https://*.gstatic.com']),
        worker: ['blob:'],
      }
  }
}

/** All hosts of the policy, for the page that sets it. */
export function originsOf(setting: MapSetting): string[] {
  return distinct(Object.values(mapPolicy(setting)).flat()).filter(origin => origin.startsWith('http'))
}

const originOf = (address: string) => new URL(address).origin
const distinct = (all: readonly string[]) => [...new Set(all)]
