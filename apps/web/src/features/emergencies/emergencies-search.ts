import { personStates, rollGroups, rollSorts } from '@muster/domain/emergency.ts'
import {
  createSearchParser,
  readFlagParam,
  readTextParam,
  readWordParam,
  type SearchProps,
} from '../../lib/search-props.ts'

export const parseEmergenciesSearch = createSearchParser({
  /** Opens the dialog that calls everyone. */
  call: readFlagParam,
  view: readWordParam('drills'),
})
export type EmergenciesSearch = ReturnType<typeof parseEmergenciesSearch>
export type EmergenciesProps = SearchProps<EmergenciesSearch>

export const parseBoardSearch = createSearchParser({
  /** The state whose people are listed. */
  state: readWordParam(...personStates),
  q: readTextParam,
  zone: readTextParam,
  place: readTextParam,
  answered: readWordParam('yes', 'no'),
  group: readWordParam(...rollGroups),
  company: readTextParam,
  sort: readWordParam(...rollSorts),
  /** Shows the map above the list. */
  map: readFlagParam,
  /** The person whose details are open. */
  person: readTextParam,
  /** Of an ended emergency: its people instead of the report, or the list in which they are corrected. */
  view: readWordParam('people', 'correct'),
})
export type BoardSearch = ReturnType<typeof parseBoardSearch>
export type BoardProps = SearchProps<BoardSearch>
