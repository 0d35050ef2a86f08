import { createSearchParser, readTextParam } from '../../lib/search-props.ts'

export const parseOwnZonesSearch = createSearchParser({
  q: readTextParam,
  /** The zone whose details are open. */
  zone: readTextParam,
})
export type OwnZonesSearch = ReturnType<typeof parseOwnZonesSearch>
