/** The kinds of things that the search across all features answers, in the order in which results are shown. */
export const searchKinds = [
  'people',
  'zones',
  'groups',
  'hazards',
  'broadcasts',
  'documents',
  'folders',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** Minimum and maximum characters of a search. Every word is the beginning of a name or text. */
export const searchText = { minLength: 2, maxLength: 100 } as const

export const MAX_HITS_PER_KIND = 5
