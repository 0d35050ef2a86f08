import type { PresenceStatus } from '@muster/contract/presence-word.ts'
import { zonePeopleSorts } from '@muster/domain/people-order.ts'
import { readTextParam } from '../../lib/search-props.ts'
import { type OrderParam, readOrderParam } from '../../ui/people/people-order.ts'
import { readPresenceParam } from './app-users-search.ts'

/** The search, filter, order, tab and open details of Zone Users, as stored in the URL. */
export type ZoneUsersSearch = {
  q?: string
  presence?: PresenceStatus
  sort?: OrderParam
  user?: string
  tab?: 'requests'
}

export const parseZoneUsersSearch = ({
  q,
  presence,
  sort,
  tab,
  user,
}: Record<string, unknown>): ZoneUsersSearch => ({
  q: readTextParam(q),
  presence: readPresenceParam(presence),
  sort: readOrderParam(sort, zonePeopleSorts),
  tab: tab === 'requests' ? tab : undefined,
  user: readTextParam(user),
})
