import { zonePeopleSorts } from '@muster/domain/people-order.ts'
import { createSearchParser, param } from '../../lib/search-props.ts'
import { type OrderParam, readOrderParam } from '../../ui/people/people-order.ts'
import { readPresenceParam } from './app-users-search.ts'

export const parseZoneUsersSearch = createSearchParser({
  q: param.text,
  presence: readPresenceParam,
  sort: (value): OrderParam | undefined => readOrderParam(value, zonePeopleSorts),
  tab: param.word('requests'),
  /** The person whose details are open. */
  user: param.text,
})
export type ZoneUsersSearch = ReturnType<typeof parseZoneUsersSearch>
