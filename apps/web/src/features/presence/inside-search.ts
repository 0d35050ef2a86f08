/** The address of Inside now: the zone an internal admin looks at, the words searched for and the filter of zones. */
export type InsideSearch = { zone?: string; q?: string; only?: 'over' | 'unseen' }
