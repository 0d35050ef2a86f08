import type { MyZone } from '@muster/contract/zones.ts'
import { orpc } from '../api.ts'
import { useDebouncedText } from '../use-debounced-text.ts'
import { type ListState, usePages } from '../use-pages.ts'
import { matchesWords } from './matches-words.ts'
import { type SelectedZone, useSelectedZone } from './use-selected-zone.ts'

/** Converts zones from the first response to the state of a list, which needs no paging. */
export const toListedZones = <Zone>(selection: SelectedZone, zones: readonly Zone[]): ListState<Zone> => ({
  rows: selection.status === 'loaded' ? zones : undefined,
  failed: selection.status === 'failed' || selection.staleSince !== undefined,
  retry: selection.retry,
  retrying: selection.retrying,
  staleSince: selection.staleSince,
  complete: true,
})

/**
 * Returns the person's own zones whose name or description contains every word of a text. They are filtered here unless the person
 * has more zones than the first response contains; then the server searches them page by page. Sends no request unless `enabled`.
 */
export function useOwnZones(text = '', { enabled = true }: { enabled?: boolean } = {}): ListState<MyZone> {
  const selection = useSelectedZone()
  const isPaged = selection.hasMore
  const search = useDebouncedText(text) || undefined
  const list = usePages(orpc.zones.available, { search }, { enabled: enabled && isPaged })
  if (isPaged) return list
  const matchingZones = selection.availableZones.filter(zone => matchesWords(zone, text))
  return toListedZones(selection, matchingZones)
}
