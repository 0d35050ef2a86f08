import type { PresenceStatus } from '@muster/contract/presence-word.ts'
import { keepPreviousData, matchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { orpc } from '../../lib/api.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import { type OrderParam, toOrder } from '../../ui/people/people-order.ts'
import type { AccountsSearch } from './accounts-search.ts'

type AccountFilter = Pick<AccountsSearch, 'q' | 'role' | 'status'> & {
  presence?: PresenceStatus | undefined
  sort?: OrderParam | undefined
}

/** Returns the order of a list of accounts; undefined for the one that it has anyway. */
function toAccountOrder(param: OrderParam | undefined) {
  if (param === undefined) return undefined
  const { sort, direction } = toOrder(param)
  return sort === 'groups' ? undefined : { sort, direction }
}

/** Returns the matching accounts, searched on the server and loaded page by page, with their number and the counts for the cards. */
export function useAccounts({ q, role, status, presence, sort }: AccountFilter) {
  const search = useDebouncedText(q)
  const order = toAccountOrder(sort)
  const list = usePages(
    orpc.accounts.list,
    { search, role, status, presence, ...order },
    { hasLargePages: true },
  )
  const counts = useQuery(orpc.accounts.count.queryOptions())
  const isNarrowed = Boolean(search || role || status)
  const matching = useQuery({
    ...orpc.accounts.count.queryOptions({ input: { search, role, status } }),
    enabled: isNarrowed,
    placeholderData: keepPreviousData,
  })
  return {
    list,
    counts: counts.data,
    /** The number of accounts that match the search and filters; undefined until known. */
    total: (isNarrowed ? matching : counts).data?.[presence ?? 'all'],
    /** Returns the count for a card: undefined until known, null if it could not be read. */
    figure: (presenceFilter: 'all' | PresenceStatus) =>
      counts.data?.[presenceFilter] ?? (counts.isError ? null : undefined),
  }
}

/**
 * Returns a function that refetches the lists, because no event about changes to accounts reaches admins. The details of a deleted
 * account stay mounted for a moment and must not be refetched, because the server no longer has them.
 */
export function useReloadAccounts() {
  const client = useQueryClient()
  return useCallback(
    (removedId?: string) => {
      const removedInput = { input: { userId: removedId ?? '' } }
      const removedKeys = [orpc.accounts.detail.key(removedInput), orpc.accounts.removal.key(removedInput)]
      return client.invalidateQueries({
        queryKey: orpc.accounts.key(),
        predicate: query => !removedKeys.some(queryKey => matchQuery({ queryKey }, query)),
      })
    },
    [client],
  )
}
