import { type VisitState, visitStates } from '@muster/domain/visitor.ts'
import { readFlagParam, readTextParam, type SearchProps } from '../../lib/search-props.ts'

/** The visitors of a zone: the list shown, the search, and whether the form is open. */
export type VisitorsSearch = {
  list?: VisitState | undefined
  q?: string | undefined
  add?: true | undefined
}
export type VisitorsProps = SearchProps<VisitorsSearch>

export const parseVisitorsSearch = (search: Record<string, unknown>): VisitorsSearch => ({
  list: visitStates.find(state => state === search.list),
  q: readTextParam(search.q),
  add: readFlagParam(search.add),
})
