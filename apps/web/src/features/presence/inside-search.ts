import { readTextParam, type SearchProps } from '../../lib/search-props.ts'

/**
 * The search parameters of Inside Now: the zone viewed by an internal admin, the search text, the zone filter, and the person whose
 * details are open.
 */
export type InsideSearch = { zone?: string; q?: string; only?: 'over' | 'unseen'; user?: string }

export type InsideProps = SearchProps<InsideSearch>

/** Parses the search parameters, dropping invalid values. */
export function parseInsideSearch({ zone, q, only, user }: Record<string, unknown>): InsideSearch {
  return {
    zone: readTextParam(zone),
    q: readTextParam(q),
    only: only === 'over' || only === 'unseen' ? only : undefined,
    user: readTextParam(user),
  }
}
