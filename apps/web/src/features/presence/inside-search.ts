/** The address of Inside now: the zone an internal admin looks at, the words searched for and the filter of zones. */
export type InsideSearch = { zone?: string; q?: string; only?: 'over' | 'unseen' }

export const insideSearchOf = ({ zone, q, only }: Record<string, unknown>): InsideSearch => ({
  zone: typeof zone === 'string' && zone !== '' ? zone : undefined,
  q: typeof q === 'string' && q !== '' ? q : undefined,
  only: only === 'over' || only === 'unseen' ? only : undefined,
})
