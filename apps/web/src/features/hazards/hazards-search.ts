import {
  type AssignedFilter,
  assignedFilters,
  type HazardSeverity,
  type HazardStatus,
  hazardSeverities,
  hazardStatuses,
} from '@muster/domain/hazard.ts'
import { readFlagParam, readTextParam, type SearchProps } from '../../lib/search-props.ts'

/** Search, filters and the open hazard, as stored in the URL. */
export type HazardsSearch = {
  q?: string | undefined
  severity?: HazardSeverity | undefined
  status?: HazardStatus | undefined
  overdue?: true | undefined
  assigned?: AssignedFilter | undefined
  /** Lists the newest first. Without it, people who manage hazards see their own first. */
  newest?: true | undefined
  /** The hazard whose details are open. */
  hazard?: string | undefined
  /** The zone named by a link to a hazard or to the report form. */
  zone?: string | undefined
  /** Opens the report form. */
  report?: true | undefined
  /** Shows the map beside the list. */
  map?: true | undefined
}

export type HazardsProps = SearchProps<HazardsSearch>

/** Parses the search parameters, dropping invalid values. */
export function parseHazardsSearch(search: Record<string, unknown>): HazardsSearch {
  return {
    q: readTextParam(search.q),
    severity: hazardSeverities.find(option => option === search.severity),
    status: hazardStatuses.find(option => option === search.status),
    overdue: readFlagParam(search.overdue),
    assigned: assignedFilters.find(option => option === search.assigned),
    newest: readFlagParam(search.newest),
    hazard: readTextParam(search.hazard),
    zone: readTextParam(search.zone),
    report: readFlagParam(search.report),
    map: readFlagParam(search.map),
  }
}
