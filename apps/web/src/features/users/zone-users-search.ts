import { readTextParam } from '../../lib/search-props.ts'
/** The search, tab and open details of Zone Users, as stored in the URL. */
export type ZoneUsersSearch = { q?: string; user?: string; tab?: 'requests' }

export const parseZoneUsersSearch = ({ q, tab, user }: Record<string, unknown>): ZoneUsersSearch => ({
  q: readTextParam(q),
  tab: tab === 'requests' ? tab : undefined,
  user: readTextParam(user),
})
