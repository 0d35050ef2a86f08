import { type PresenceFilter, presenceFilters } from './zone-user-words.ts'

/** Search, filter and open details of App Users, as kept in the address. */
export type AppUsersSearch = {
  q?: string
  presence?: PresenceFilter
  /** Whose details are open. */
  user?: string
}

/** What an address says; nonsense counts as nothing. */
export function appUsersSearchOf(search: Record<string, unknown>): AppUsersSearch {
  return {
    q: typeof search.q === 'string' && search.q !== '' ? search.q : undefined,
    presence: presenceFilters.find(one => one === search.presence),
    user: typeof search.user === 'string' ? search.user : undefined,
  }
}
