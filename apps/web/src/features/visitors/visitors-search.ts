import { visitStates, visitWays } from '@muster/domain/visitor.ts'
import { createSearchParser, param, type SearchProps } from '../../lib/search-props.ts'

export const parseVisitorsSearch = createSearchParser({
  list: param.word(...visitStates),
  way: param.word(...visitWays),
  q: param.text,
  add: param.flag,
})
export type VisitorsSearch = ReturnType<typeof parseVisitorsSearch>
export type VisitorsProps = SearchProps<VisitorsSearch>
