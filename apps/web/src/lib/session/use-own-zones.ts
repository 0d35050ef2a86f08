import type { MyZone } from '@muster/contract/zones.ts'
import { orpc } from '../api.ts'
import { byCursor, type Listed, usePages } from '../use-pages.ts'
import { useSettled } from '../use-settled.ts'
import { holdsWords } from './holds-words.ts'
import { type SelectedZone, useSelectedZone } from './use-selected-zone.ts'

/** Returns the zones of the first response as a list. */
export const zonesAtHand = <Zone>(own: SelectedZone, zones: readonly Zone[]): Listed<Zone> => ({
  rows: own.status === 'loaded' ? zones : undefined,
  failed: own.status === 'failed' || own.staleSince !== undefined,
  retry: own.retry,
  retrying: own.retrying,
  staleSince: own.staleSince,
  complete: true,
})

/**
 * Returns the person's own zones whose name contains every word of a text. They are filtered here; if somebody has more zones than
 * the first response contains, the server searches them page by page. Sends no request unless `enabled`.
 */
export function useOwnZones(text = '', { enabled = true }: { enabled?: boolean } = {}): Listed<MyZone> {
  const own = useSelectedZone()
  const isMany = own.hasMore
  const search = useSettled(text) || undefined
  const list = usePages({
    ...orpc.zones.available.infiniteOptions({
      input: (cursor: string | undefined) => ({ search, cursor }),
      ...byCursor,
    }),
    enabled: enabled && isMany,
  })
  if (isMany) return list
  const matches = own.availableZones.filter(zone => holdsWords(zone, text))
  return zonesAtHand(own, matches)
}
