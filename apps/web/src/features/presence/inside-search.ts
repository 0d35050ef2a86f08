import { type InAddress, textIn } from '../../lib/in-address.ts'

/**
 * The address of Inside now: the zone an internal admin looks at, the words searched for, the filter of zones, and whose details
 * are open.
 */
export type InsideSearch = { zone?: string; q?: string; only?: 'over' | 'unseen'; user?: string }

export type InsideProps = InAddress<InsideSearch>

/** Out of whatever stands in the address. */
export function insideSearchOf({ zone, q, only, user }: Record<string, unknown>): InsideSearch {
  return {
    zone: textIn(zone),
    q: textIn(q),
    only: only === 'over' || only === 'unseen' ? only : undefined,
    user: textIn(user),
  }
}
