import {
  type AssignedFilter,
  assignedFilters,
  type HazardSeverity,
  type HazardStatus,
  hazardSeverities,
  hazardStatuses,
} from '@muster/domain/hazard.ts'
import { flagIn, type InAddress, textIn } from '../../lib/in-address.ts'

/** Search, filters and what is open, as kept in the address. */
export type HazardsSearch = {
  q?: string | undefined
  severity?: HazardSeverity | undefined
  status?: HazardStatus | undefined
  overdue?: true | undefined
  assigned?: AssignedFilter | undefined
  /** Whose details are open. */
  hazard?: string | undefined
  /** The zone of an address that leads to one hazard, or to reporting one there. */
  zone?: string | undefined
  /** The form to report one is open. */
  report?: true | undefined
  /** The map stands beside the list. */
  map?: true | undefined
}

export type HazardsProps = InAddress<HazardsSearch>

/** What an address says; nonsense counts as nothing. */
export function hazardsSearchOf(search: Record<string, unknown>): HazardsSearch {
  return {
    q: textIn(search.q),
    severity: hazardSeverities.find(one => one === search.severity),
    status: hazardStatuses.find(one => one === search.status),
    overdue: flagIn(search.overdue),
    assigned: assignedFilters.find(one => one === search.assigned),
    hazard: textIn(search.hazard),
    zone: textIn(search.zone),
    report: flagIn(search.report),
    map: flagIn(search.map),
  }
}
