import { assignedFilters, hazardSeverities, hazardStatuses } from '@muster/domain/hazard.ts'
import {
  createSearchParser,
  readFlagParam,
  readTextParam,
  readWordParam,
  type SearchProps,
} from '../../lib/search-props.ts'

export const parseHazardsSearch = createSearchParser({
  q: readTextParam,
  severity: readWordParam(...hazardSeverities),
  status: readWordParam(...hazardStatuses),
  overdue: readFlagParam,
  assigned: readWordParam(...assignedFilters),
  /** Lists the newest first. Without it, people who manage hazards see their own first. */
  newest: readFlagParam,
  /** The hazard whose details are open. */
  hazard: readTextParam,
  /** The zone named by a link to a hazard or to the report form. */
  zone: readTextParam,
  /** Opens the report form. */
  report: readFlagParam,
  /** Shows the map beside the list. */
  map: readFlagParam,
})
export type HazardsSearch = ReturnType<typeof parseHazardsSearch>
export type HazardsProps = SearchProps<HazardsSearch>
