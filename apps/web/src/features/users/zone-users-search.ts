import { zonePeopleSorts } from '@muster/domain/people-order.ts'
import { createSearchParser, readTextParam, readWordParam } from '../../lib/search-props.ts'
import { type OrderParam, readOrderParam } from '../../ui/people/people-order.ts'
import { readPresenceParam } from './app-users-search.ts'

export const parseZoneUsersSearch = createSearchParser({
  q: readTextParam,
  presence: readPresenceParam,
  sort: (value): OrderParam | undefined => readOrderParam(value, zonePeopleSorts),
  tab: readWordParam('requests'),
  /** The person whose details are open. */
  user: readTextParam,
})
export type ZoneUsersSearch = ReturnType<typeof parseZoneUsersSearch>
