import type { InAddress } from '../../lib/in-address.ts'

/**
 * The address of Inside now: the zone an internal admin looks at, the words searched for, the filter of zones, and whose details
 * are open.
 */
export type InsideSearch = { zone?: string; q?: string; only?: 'over' | 'unseen'; user?: string }

export type InsideProps = InAddress<InsideSearch>

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Out of whatever stands in the address. */
export function insideSearchOf({ zone, q, only, user }: Record<string, unknown>): InsideSearch {
  return {
    zone: text(zone),
    q: text(q),
    only: only === 'over' || only === 'unseen' ? only : undefined,
    user: text(user),
  }
}
