import { readTextParam, type SearchProps } from '../../lib/search-props.ts'
import type { InsideTab } from './inside-tabs.tsx'

/**
 * The search parameters of Inside Now: the zone viewed by an internal admin, the search text, the zone filter, the
 * tab of a zone's people (inside by default), and the person whose details are open.
 */
export type InsideSearch = {
  zone?: string
  q?: string
  only?: 'over' | 'unseen'
  tab?: Exclude<InsideTab, 'inside'>
  user?: string
}

export type InsideProps = SearchProps<InsideSearch>

/** Parses the search parameters, dropping invalid values. */
export function parseInsideSearch({ zone, q, only, tab, user }: Record<string, unknown>): InsideSearch {
  return {
    zone: readTextParam(zone),
    q: readTextParam(q),
    only: only === 'over' || only === 'unseen' ? only : undefined,
    tab: tab === 'unseen' || tab === 'left' ? tab : undefined,
    user: readTextParam(user),
  }
}
