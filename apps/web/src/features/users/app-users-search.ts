import type { PresenceStatus } from '@muster/contract/presence-word.ts'
import { zonePeopleSorts } from '@muster/domain/people-order.ts'
import { readTextParam, type SearchProps } from '../../lib/search-props.ts'
import { type OrderParam, readOrderParam } from '../../ui/people/people-order.ts'

/** The search, filter, order and open details of App Users, as stored in the URL. */
export type AppUsersSearch = {
  q?: string
  presence?: PresenceStatus
  sort?: OrderParam
  /** The person whose details are open. */
  user?: string
  /** The user code from a link, which opens the dialog that adds its owner. */
  add?: string
}

export type AppUsersProps = SearchProps<AppUsersSearch>

const presenceStates = ['inside', 'outside', 'unknown'] as const

/** Parses a filter by presence; undefined for an unknown one. */
export const readPresenceParam = (value: unknown): PresenceStatus | undefined =>
  presenceStates.find(presenceWord => presenceWord === value)

/** Parses the search parameters, dropping invalid values. */
export function parseAppUsersSearch(search: Record<string, unknown>): AppUsersSearch {
  return {
    q: readTextParam(search.q),
    presence: readPresenceParam(search.presence),
    sort: readOrderParam(search.sort, zonePeopleSorts),
    add: readTextParam(search.add)?.slice(0, 40),
    user: readTextParam(search.user),
  }
}
