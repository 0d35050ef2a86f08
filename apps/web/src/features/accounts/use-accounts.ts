import type { PresenceWord } from '@muster/contract/presence-word.ts'
import { matchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { orpc } from '../../lib/api.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { useSettled } from '../../lib/use-settled.ts'
import type { AccountsSearch } from './accounts-search.ts'

type Wanted = AccountsSearch & { presence?: PresenceWord | undefined }

/** Everybody, found by the server, page by page. */
export function useAccounts({ q, role, status, presence }: Wanted) {
  const search = useSettled(q)
  const list = usePages(
    orpc.accounts.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ search, role, status, presence, cursor }),
      ...byCursor,
    }),
  )
  const counts = useQuery(orpc.accounts.count.queryOptions())
  return {
    list,
    counts: counts.data,
    /** One of the counts as a card shows it: undefined until known, null when it could not be read. */
    figure: (of: 'all' | PresenceWord) => counts.data?.[of] ?? (counts.isError ? null : undefined),
  }
}

/**
 * What is done to accounts is in no event that admins hear: the lists are read again. Not what is known of who is gone: their
 * details still stand for a moment, and nobody could answer for them.
 */
export function useReloadAccounts() {
  const client = useQueryClient()
  return useCallback(
    (goneId?: string) => {
      const of = { input: { userId: goneId ?? '' } }
      const gone = [orpc.accounts.detail.key(of), orpc.accounts.removal.key(of)]
      return client.invalidateQueries({
        queryKey: orpc.accounts.key(),
        predicate: query => !gone.some(queryKey => matchQuery({ queryKey }, query)),
      })
    },
    [client],
  )
}
