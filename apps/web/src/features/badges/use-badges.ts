import { orpc } from '../../lib/api.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import type { BadgesSearch } from './badges-search.ts'

export function useBadges(zoneId: string, { q, only }: BadgesSearch) {
  const search = useDebouncedText(q?.trim()) || undefined
  const list = usePages(orpc.badges.list, { zoneId, search, only, limit: 100 })
  // Only the first page of the response has the counts.
  const first = list.query.data?.pages[0] as { total?: number | null; unknown?: number | null } | undefined
  return { list, total: first?.total ?? undefined, unknown: first?.unknown ?? undefined }
}
