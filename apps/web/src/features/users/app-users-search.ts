import type { PresenceStatus } from '@muster/contract/presence-word.ts'
import { readTextParam, type SearchProps } from '../../lib/search-props.ts'

/** The search, filter and open details of App Users, as stored in the URL. */
export type AppUsersSearch = {
  q?: string
  presence?: PresenceStatus
  /** The person whose details are open. */
  user?: string
  /** The user code from a link, which opens the dialog that adds its owner. */
  add?: string
}

export type AppUsersProps = SearchProps<AppUsersSearch>

const presenceStates = ['inside', 'outside', 'unknown'] as const

/** Parses the search parameters, dropping invalid values. */
export function parseAppUsersSearch(search: Record<string, unknown>): AppUsersSearch {
  return {
    q: readTextParam(search.q),
    presence: presenceStates.find(presenceWord => presenceWord === search.presence),
    add: readTextParam(search.add)?.slice(0, 40),
    user: readTextParam(search.user),
  }
}
