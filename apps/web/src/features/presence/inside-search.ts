import { createSearchParser, readTextParam, readWordParam, type SearchProps } from '../../lib/search-props.ts'

export const parseInsideSearch = createSearchParser({
  /** The zone viewed by an internal admin. */
  zone: readTextParam,
  q: readTextParam,
  only: readWordParam('over', 'unseen'),
  /** The tab of a zone's people; omitted for those inside. */
  tab: readWordParam('unseen', 'left'),
  /** The person whose details are open. */
  user: readTextParam,
})
export type InsideSearch = ReturnType<typeof parseInsideSearch>
export type InsideProps = SearchProps<InsideSearch>
