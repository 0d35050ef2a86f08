import { visitStates, visitWays } from '@muster/domain/visitor.ts'
import {
  createSearchParser,
  readFlagParam,
  readTextParam,
  readWordParam,
  type SearchProps,
} from '../../lib/search-props.ts'

export const parseVisitorsSearch = createSearchParser({
  /** The list shown. */
  list: readWordParam(...visitStates),
  /** How they came. */
  way: readWordParam(...visitWays),
  q: readTextParam,
  /** Opens the form. */
  add: readFlagParam,
})
export type VisitorsSearch = ReturnType<typeof parseVisitorsSearch>
export type VisitorsProps = SearchProps<VisitorsSearch>
