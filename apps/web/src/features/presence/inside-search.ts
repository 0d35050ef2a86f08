import { createSearchParser, param, type SearchProps } from '../../lib/search-props.ts'

export const parseInsideSearch = createSearchParser({
  /** The zone viewed by an internal admin. */
  zone: param.text,
  q: param.text,
  only: param.word('over', 'unseen'),
  /** The tab of a zone's people; omitted for those inside. */
  tab: param.word('unseen', 'left'),
  /** The person whose details are open. */
  user: param.text,
})
export type InsideSearch = ReturnType<typeof parseInsideSearch>
export type InsideProps = SearchProps<InsideSearch>
