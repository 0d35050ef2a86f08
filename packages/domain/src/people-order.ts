export const zonePeopleSorts = ['added', 'name', 'state', 'seen', 'role', 'groups'] as const
export type ZonePeopleSort = (typeof zonePeopleSorts)[number]

export const accountSorts = ['added', 'name', 'state', 'seen', 'role'] as const
export type AccountSort = (typeof accountSorts)[number]

/** The keys by which the people of several zones can be sorted. */
export const teamSorts = ['added', 'name', 'state', 'seen', 'role'] as const
export type TeamSort = (typeof teamSorts)[number]

export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]
