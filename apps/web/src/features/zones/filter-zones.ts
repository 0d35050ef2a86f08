import type { ListedZone } from '@muster/contract/zones.ts'
import { zoneSorts, zoneStatuses } from '@muster/domain/zone.ts'
import { createSearchParser, param } from '../../lib/search-props.ts'
import { matchesWords } from '../../lib/session/matches-words.ts'

export const parseZonesSearch = createSearchParser({
  q: param.text,
  status: param.word(...zoneStatuses),
  /** The id of one, for internal admins. */
  organisation: param.text,
  sort: param.word(...zoneSorts),
  order: param.word('asc', 'desc'),
  view: param.word('map'),
  /** The zone whose details are open. */
  zone: param.text,
})
export type ZonesSearch = ReturnType<typeof parseZonesSearch>
export type ZoneFilter = Pick<ZonesSearch, 'q' | 'status'>

/** Returns the zones with the given status whose name or description contains every word of the search. */
export function filterZones<Z extends ListedZone>(zones: readonly Z[], { q = '', status }: ZoneFilter): Z[] {
  return zones.filter(zone => (!status || zone.status === status) && matchesWords(zone, q))
}
