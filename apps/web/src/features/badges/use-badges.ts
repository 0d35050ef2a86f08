import type { Badge } from '@muster/contract/badges.ts'
import { orpc } from '../../lib/api.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { cursorPaging, usePages } from '../../lib/use-pages.ts'
import type { BadgesSearch } from './badges-search.ts'

export function useBadges(zoneId: string, { q, only }: BadgesSearch) {
  const search = useDebouncedText(q?.trim()) || undefined
  const list = usePages<Badge>(
    orpc.badges.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ zoneId, search, only, cursor, limit: 100 }),
      ...cursorPaging,
    }),
  )
  // Only the first page of the response has the counts.
  const first = list.query.data?.pages[0] as { total?: number | null; unknown?: number | null } | undefined
  return { list, total: first?.total ?? undefined, unknown: first?.unknown ?? undefined }
}
