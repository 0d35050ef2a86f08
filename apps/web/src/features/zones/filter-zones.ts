import type { ListedZone } from '@muster/contract/zones.ts'
import { type ZoneSort, type ZoneStatus, zoneSorts, zoneStatuses } from '@muster/domain/zone.ts'
import { readTextParam } from '../../lib/search-props.ts'
import { matchesWords } from '../../lib/session/matches-words.ts'

/** The search and filter of the zone list, as stored in the URL. */
export type ZoneFilter = { q?: string; status?: ZoneStatus }

/** Parses the search and filter from the URL. Invalid values are dropped. */
function parseZoneFilter(search: Record<string, unknown>): ZoneFilter {
  return {
    q: readTextParam(search.q),
    status: zoneStatuses.find(status => status === search.status),
  }
}

/**
 * The search parameters of the zone list: its filter, its order, whether it is shown as a map, and the zone whose details are open.
 * `organisation`: the id of one, for internal admins.
 */
export type ZonesSearch = ZoneFilter & {
  organisation?: string | undefined
  sort?: ZoneSort | undefined
  order?: 'asc' | 'desc' | undefined
  view?: 'map' | undefined
  zone?: string | undefined
}

export function parseZonesSearch(search: Record<string, unknown>): ZonesSearch {
  const { order } = search
  return {
    ...parseZoneFilter(search),
    organisation: readTextParam(search.organisation),
    sort: zoneSorts.find(sort => sort === search.sort),
    order: order === 'asc' || order === 'desc' ? order : undefined,
    view: search.view === 'map' ? 'map' : undefined,
    zone: readTextParam(search.zone),
  }
}

/** Returns the zones with the given status whose name or description contains every word of the search. */
export function filterZones<Z extends ListedZone>(zones: readonly Z[], { q = '', status }: ZoneFilter): Z[] {
  return zones.filter(zone => (!status || zone.status === status) && matchesWords(zone, q))
}
