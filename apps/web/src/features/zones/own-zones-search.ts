import { createSearchParser, param } from '../../lib/search-props.ts'

export const parseOwnZonesSearch = createSearchParser({
  q: param.text,
  /** The zone whose details are open. */
  zone: param.text,
})
export type OwnZonesSearch = ReturnType<typeof parseOwnZonesSearch>
