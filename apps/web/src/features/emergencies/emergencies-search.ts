import { personStates, rollGroups, rollSorts } from '@muster/domain/emergency.ts'
import { createSearchParser, param, type SearchProps } from '../../lib/search-props.ts'

export const parseEmergenciesSearch = createSearchParser({
  /** Opens the dialog that calls everyone. */
  call: param.flag,
  view: param.word('drills'),
})
export type EmergenciesSearch = ReturnType<typeof parseEmergenciesSearch>
export type EmergenciesProps = SearchProps<EmergenciesSearch>

export const parseBoardSearch = createSearchParser({
  /** The state whose people are listed. */
  state: param.word(...personStates),
  q: param.text,
  zone: param.text,
  place: param.text,
  answered: param.word('yes', 'no'),
  group: param.word(...rollGroups),
  company: param.text,
  sort: param.word(...rollSorts),
  /** Shows the map above the list. */
  map: param.flag,
  /** The person whose details are open. */
  person: param.text,
  /** Of an ended emergency: its people instead of the report, or the list in which they are corrected. */
  view: param.word('people', 'correct'),
})
export type BoardSearch = ReturnType<typeof parseBoardSearch>
export type BoardProps = SearchProps<BoardSearch>
