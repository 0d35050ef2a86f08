import { assignedFilters, hazardSeverities, hazardStatuses } from '@muster/domain/hazard.ts'
import { createSearchParser, param, type SearchProps } from '../../lib/search-props.ts'

export const parseHazardsSearch = createSearchParser({
  q: param.text,
  severity: param.word(...hazardSeverities),
  status: param.word(...hazardStatuses),
  overdue: param.flag,
  assigned: param.word(...assignedFilters),
  /** Lists the newest first. Without it, people who manage hazards see their own first. */
  newest: param.flag,
  /** The hazard whose details are open. */
  hazard: param.text,
  /** The zone named by a link to a hazard or to the report form. */
  zone: param.text,
  /** Opens the report form. */
  report: param.flag,
  /** Shows the map beside the list. */
  map: param.flag,
})
export type HazardsSearch = ReturnType<typeof parseHazardsSearch>
export type HazardsProps = SearchProps<HazardsSearch>
