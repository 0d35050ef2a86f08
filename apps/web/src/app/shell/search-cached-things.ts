import type { SearchHit, SearchResult } from '@muster/contract/search.ts'
import { MAX_HITS_PER_KIND, type SearchKind } from '@muster/domain/search-kind.ts'
import { isFoundBy } from '@muster/domain/search-words.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/** Rows of the cached lists, of which only these fields are read. */
type Row = { id: string; zoneId?: string | null; zoneName?: string | null } & (
  | { title: string; message?: string; description?: string }
  | { name: string; description?: string | null }
)

const cachedLists: readonly (readonly [SearchKind, QueryKey])[] = [
  ['groups', orpc.groups.list.key()],
  ['hazards', orpc.hazards.list.key()],
  ['broadcasts', orpc.broadcasts.list.key()],
  ['documents', orpc.documents.files.key()],
]

/** Searches the lists that were opened before and are still in memory, for a person without a network. */
export function searchCachedThings(client: QueryClient, text: string): SearchResult[] {
  return cachedLists.map(([kind, queryKey]) => {
    const hitsById = new Map<string, SearchHit>()
    for (const [, list] of client.getQueriesData({ queryKey }))
      for (const row of readRows(list)) {
        const hit = toHit(row)
        if (isFoundBy(`${hit.title} ${hit.text}`, text)) hitsById.set(hit.id, hit)
      }
    const hits = [...hitsById.values()]
    return { kind, failed: false, hits: hits.slice(0, MAX_HITS_PER_KIND), more: false }
  })
}

/** Returns the rows of a cached list, whether it is one page or several. */
function readRows(list: unknown): readonly Row[] {
  const pages = (list as { pages?: unknown[] } | undefined)?.pages ?? [list]
  return pages.flatMap(page => (page as { rows?: Row[] } | undefined)?.rows ?? [])
}

function toHit(row: Row): SearchHit {
  return {
    id: row.id,
    title: 'title' in row ? row.title : row.name,
    text: ('message' in row && row.message) || row.description || '',
    zone: row.zoneId ? { id: row.zoneId, name: row.zoneName ?? '' } : null,
    at: null,
  }
}
