import {
  type PersonState,
  personStates,
  type RollGroup,
  type RollSort,
  rollGroups,
  rollSorts,
} from '@muster/domain/emergency.ts'
import { readFlagParam, readTextParam, type SearchProps } from '../../lib/search-props.ts'

/** The page of all emergencies: whether the dialog is open, and whether the drills are listed. */
export type EmergenciesSearch = { call?: true | undefined; view?: 'drills' | undefined }
export type EmergenciesProps = SearchProps<EmergenciesSearch>

export const parseEmergenciesSearch = (search: Record<string, unknown>): EmergenciesSearch => ({
  call: readFlagParam(search.call),
  view: search.view === 'drills' ? 'drills' : undefined,
})

/**
 * The board of an emergency: the state whose people are listed, the filters and the order of the list, whether the map is shown above it,
 * and the person whose details are open.
 */
export type BoardSearch = {
  state?: PersonState | undefined
  q?: string | undefined
  zone?: string | undefined
  place?: string | undefined
  answered?: 'yes' | 'no' | undefined
  group?: RollGroup | undefined
  company?: string | undefined
  sort?: RollSort | undefined
  map?: true | undefined
  person?: string | undefined
  /** Of an ended emergency: its people instead of the report, or the list in which they are corrected. */
  view?: 'people' | 'correct' | undefined
}
export type BoardProps = SearchProps<BoardSearch>

export const parseBoardSearch = (search: Record<string, unknown>): BoardSearch => ({
  state: personStates.find(state => state === search.state),
  q: readTextParam(search.q),
  zone: readTextParam(search.zone),
  place: readTextParam(search.place),
  answered: search.answered === 'yes' || search.answered === 'no' ? search.answered : undefined,
  group: rollGroups.find(group => group === search.group),
  company: readTextParam(search.company),
  sort: rollSorts.find(sort => sort === search.sort),
  map: readFlagParam(search.map),
  person: readTextParam(search.person),
  view: search.view === 'people' || search.view === 'correct' ? search.view : undefined,
})
