/** Search, tab and open details of Zone Users, as kept in the address. */
export type ZoneUsersSearch = { q?: string; user?: string; tab?: 'requests' }

export const zoneUsersSearchOf = ({ q, tab, user }: Record<string, unknown>): ZoneUsersSearch => ({
  q: typeof q === 'string' && q !== '' ? q : undefined,
  tab: tab === 'requests' ? tab : undefined,
  user: typeof user === 'string' ? user : undefined,
})
