import type { ContractClient } from '@muster/contract/contract.ts'
import type { SearchHit } from '@muster/contract/search.ts'
import { MAX_HITS_PER_KIND, type SearchKind } from '@muster/domain/search-kind.ts'
import { excerptAround } from '../lib/excerpt-around.ts'

type Search = {
  readonly text: string
  /** The zone to search; undefined for all zones. */
  readonly zoneId: string | undefined
  /** True for callers who see all zones and search all of them. */
  readonly allZones: boolean
  /** The number of rows to request: one more than are shown, which tells whether there are more. */
  readonly limit: number
}

export type Hits = { readonly hits: SearchHit[]; readonly more: boolean }

/**
 * Searches one kind by calling its list as the caller, so that the list's own permission and filters apply. A search never reads
 * tables itself.
 */
type SearchList = (lists: ContractClient, search: Search) => Promise<Hits>

export type Searches = Readonly<Partial<Record<SearchKind, SearchList>>>

/** Defines how a list answers a search: the call, and the view of its rows. Its `text` is shortened to the passage that matches. */
export function searchList<Row>(
  list: (lists: ContractClient, search: Search) => Promise<readonly Row[]>,
  toHit: (row: Row) => SearchHit,
): SearchList {
  return async (lists, search) => {
    const rows = await list(lists, search)
    const hits = rows.slice(0, MAX_HITS_PER_KIND).map(row => {
      const hit = toHit(row)
      return { ...hit, text: excerptAround(hit.text, search.text) }
    })
    return { hits, more: rows.length > hits.length }
  }
}
