import { readTextParam } from '../../lib/search-props.ts'
/** The search parameters of the page. `q`: the search text. `zone`: the zone whose details are open. */
export type OwnZonesSearch = { q?: string | undefined; zone?: string | undefined }

export function parseOwnZonesSearch({ q, zone }: Record<string, unknown>): OwnZonesSearch {
  return {
    q: readTextParam(q),
    zone: readTextParam(zone),
  }
}
