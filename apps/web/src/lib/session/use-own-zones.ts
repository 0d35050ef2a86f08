import type { MyZone } from '@muster/contract/zones.ts'
import { orpc } from '../api.ts'
import { staleSince } from '../stale-since.ts'
import { byCursor, type PagedList, usePages } from '../use-pages.ts'
import { useSettled } from '../use-settled.ts'
import { holdsWords } from './holds-words.ts'
import { useSelectedZone } from './use-selected-zone.ts'

export type OwnZones = {
  /** The matching zones. If the server pages them, only those loaded so far. */
  zones: readonly MyZone[]
  /** The paged list to load more from. Undefined if all zones are loaded. */
  list: PagedList<MyZone> | undefined
  status: 'loading' | 'loaded' | 'failed'
  retry: () => void
  retrying: boolean
  staleSince: string | undefined
  loadedAt: number
}

type Options = { limit?: number; enabled?: boolean }

/**
 * One's own zones that hold every word of a text, by name. They are at hand, and found here; where somebody has more than the
 * first answer holds, the server finds them, page by page. `limit`: rows of a page. Not `enabled`, nothing is asked for.
 */
export function useOwnZones(text = '', { limit, enabled = true }: Options = {}): OwnZones {
  const own = useSelectedZone()
  const isMany = own.hasMore
  const search = useSettled(text) || undefined
  const list = usePages({
    ...orpc.zones.available.infiniteOptions({
      input: (cursor: string | undefined) => ({ search, cursor, limit }),
      ...byCursor,
    }),
    enabled: enabled && isMany,
  })
  if (!isMany)
    return { ...own, zones: own.availableZones.filter(zone => holdsWords(zone, text)), list: undefined }
  return {
    zones: list.rows ?? [],
    list,
    status: list.rows ? 'loaded' : list.failed ? 'failed' : 'loading',
    retry: () => void list.query.refetch(),
    retrying: list.query.isFetching,
    staleSince: list.failed ? staleSince(list.query) : undefined,
    loadedAt: list.query.dataUpdatedAt,
  }
}
