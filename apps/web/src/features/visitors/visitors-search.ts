import { visitStates, visitWays } from '@muster/domain/visitor.ts'
import {
  createSearchParser,
  readFlagParam,
  readTextParam,
  readWordParam,
  type SearchProps,
} from '../../lib/search-props.ts'

export const parseVisitorsSearch = createSearchParser({
  list: readWordParam(...visitStates),
  way: readWordParam(...visitWays),
  q: readTextParam,
  add: readFlagParam,
})
export type VisitorsSearch = ReturnType<typeof parseVisitorsSearch>
export type VisitorsProps = SearchProps<VisitorsSearch>
