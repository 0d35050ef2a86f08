import { isPlainOrigin } from '@muster/domain/base-map.ts'
import type { MapSetting } from './map-setting.ts'

/** The sources that the base map adds to the content security policy of pages, by directive. Only Google's map adds any. */
export type MapPolicy = Readonly<
  Record<'script' | 'style' | 'font' | 'img' | 'connect' | 'worker', readonly string[]>
>

type PolicySetting = Pick<MapSetting, 'base' | 'origins' | 'googleOrigin' | 'openFreeMapOrigin' | 'googleKey'>

const emptyPolicy: MapPolicy = { script: [], style: [], font: [], img: [], connect: [], worker: [] }

/**
 * Google's script loads its own. Other maps use a worker with its own policy (`listFetchedOrigins`), so that of pages stays closed.
 */
export function mapPolicy({ base, googleOrigin, googleKey }: PolicySetting): MapPolicy {
  if (base.kind !== 'google' || googleKey === null) return emptyPolicy
  return {
    script: distinct([googleOrigin, 'https://maps.googleapis.com']),
    style: ['https://fonts.googleapis.com'],
    font: ['https://fonts.gstatic.com'],
    img: ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com'],
    connect: distinct([googleOrigin, 'https://*.googleapis.com', 'https://*.gstatic.com']),
    worker: ['blob:'],
  }
}

/** The only hosts that may serve the base map. Stored origins that are invalid in a content security policy are dropped. */
export function listFetchedOrigins({ base, origins, openFreeMapOrigin }: PolicySetting): string[] {
  switch (base.kind) {
    case 'built_in':
    case 'google':
      return []
    case 'openfreemap':
      // Not filtered: the operator's environment may name a local copy without https.
      return [openFreeMapOrigin]
    case 'style': {
      const styleOrigins = [base.url, ...(base.satelliteUrl ? [base.satelliteUrl] : [])].map(toOrigin)
      return distinct([...styleOrigins, ...origins]).filter(isPlainOrigin)
    }
    case 'pmtiles':
      return base.url.startsWith('/') ? [] : [toOrigin(base.url)].filter(isPlainOrigin)
  }
}

/** Lists all hosts that browsers contact for the base map, to show them on the settings page. */
export function listOrigins(setting: PolicySetting): string[] {
  const contactedOrigins = [...listFetchedOrigins(setting), ...Object.values(mapPolicy(setting)).flat()]
  return distinct(contactedOrigins).filter(origin => origin.startsWith('http'))
}

const toOrigin = (address: string) => new URL(address).origin
const distinct = (values: readonly string[]) => [...new Set(values)]
