import type { BreachNotice } from '@muster/contract/security.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { cursorPaging, usePages } from '../../lib/use-pages.ts'
import { securityStaleTime } from './use-security-events.ts'

/** Fetches the breach notices, newest first, page by page. Refetched every minute, like the dashboard. */
export const useBreachNotices = () =>
  usePages({
    ...orpc.security.breachNotices.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      ...cursorPaging,
    }),
    staleTime: securityStaleTime,
    refetchInterval: 60_000,
  })

/** If the query has succeeded and `notice` is undefined, there is no such notice. */
export function useBreachNotice(id: string | undefined, rows: readonly BreachNotice[]) {
  const loadedNotice = rows.find(row => row.id === id)
  const query = useQuery({
    ...orpc.security.breachNotices.queryOptions({ input: { id: id ?? '', limit: 1 } }),
    enabled: id !== undefined && loadedNotice === undefined,
  })
  return { notice: loadedNotice ?? query.data?.rows[0], query }
}
