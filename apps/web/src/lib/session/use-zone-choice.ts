import type { MyZone } from '@muster/contract/zones.ts'
import { useState } from 'react'
import type { Listed } from '../use-pages.ts'
import { recentZones } from './recent-zones.ts'
import { useOwnZones } from './use-own-zones.ts'
import { useSelectedZone } from './use-selected-zone.ts'
import { useMe } from './use-session.ts'

/** From so many zones on, a choice of them has a search. */
export const fewZones = 8
export const moreZones = 'There are more. Type to find them.'

type Choice = Listed<MyZone> & { zones: readonly MyZone[]; isWorthSearching: boolean }

/**
 * The zones to choose from that hold every word of a text, at most so many. Where there are many and nothing is typed, invitations
 * come first, then the starred zones and those selected last on this device. `complete`: these are all.
 */
export function useZoneChoice(text: string, most: number): Choice {
  const { userId } = useMe()
  const { total, find } = useSelectedZone()
  const own = useOwnZones(text)
  // As it was when the choice began: what is chosen does not jump to the top under the finger.
  const [recent] = useState(() => recentZones.of(userId))
  const isWorthSearching = total >= fewZones
  const rows = own.rows && isWorthSearching && !text.trim() ? inOrder(own.rows, recent, find) : own.rows
  const shown = rows?.slice(0, most)
  return {
    ...own,
    rows: shown,
    zones: shown ?? [],
    complete: own.complete && shown?.length === rows?.length,
    isWorthSearching,
  }
}

function inOrder(
  zones: readonly MyZone[],
  recent: readonly string[],
  find: (id: string) => MyZone | undefined,
): MyZone[] {
  const used = recent.flatMap(id => find(id) ?? [])
  return putFirst(zones, [...zones.filter(it => it.invited), ...zones.filter(it => it.starred), ...used])
}

/** The zones, those of `first` before the others. */
export const putFirst = (zones: readonly MyZone[], first: readonly MyZone[]): MyZone[] => [
  ...new Map([...first, ...zones].map(one => [one.id, one])).values(),
]
