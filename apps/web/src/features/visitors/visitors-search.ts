import { type VisitState, type VisitWay, visitStates, visitWays } from '@muster/domain/visitor.ts'
import { readFlagParam, readTextParam, type SearchProps } from '../../lib/search-props.ts'

/** The visitors of a zone: the list shown, how they came, the search, and whether the form is open. */
export type VisitorsSearch = {
  list?: VisitState | undefined
  way?: VisitWay | undefined
  q?: string | undefined
  add?: true | undefined
}
export type VisitorsProps = SearchProps<VisitorsSearch>

export const parseVisitorsSearch = (search: Record<string, unknown>): VisitorsSearch => ({
  list: visitStates.find(state => state === search.list),
  way: visitWays.find(way => way === search.way),
  q: readTextParam(search.q),
  add: readFlagParam(search.add),
})
