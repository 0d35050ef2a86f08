import { orpc } from '../../lib/api.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'

const pageSize = 100
/** Minimum milliseconds between refetches, because exits may follow each other within a second. */
const refetchIntervalMs = 5_000

/** Returns the people who left the zone recently, last exit first, and their number. */
export function useLeft(zoneId: string, q: string | undefined) {
  const search = useDebouncedText(q?.trim())
  const list = usePages(
    orpc.presence.left,
    { zoneId, search, limit: pageSize },
    { meta: { refetchIntervalMs } },
  )
  return { list, people: list.rows ?? [], total: readTotal(list.query.data?.pages[0]) }
}

/** Returns the number of people, which the first page contains. */
const readTotal = (firstPage: object | undefined) =>
  firstPage && 'total' in firstPage && typeof firstPage.total === 'number' ? firstPage.total : undefined
