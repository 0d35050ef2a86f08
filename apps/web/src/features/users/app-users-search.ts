import type { PresenceFilter } from '@muster/contract/presence-word.ts'
import { zonePeopleSorts } from '@muster/domain/people-order.ts'
import { createSearchParser, readTextParam, readWordParam, type SearchProps } from '../../lib/search-props.ts'
import { type OrderParam, readOrderParam } from '../../ui/people/people-order.ts'

export const readPresenceParam = readWordParam<PresenceFilter>('inside', 'outside', 'unknown', 'unseen')

export const parseAppUsersSearch = createSearchParser({
  q: readTextParam,
  presence: readPresenceParam,
  sort: (value): OrderParam | undefined => readOrderParam(value, zonePeopleSorts),
  /** The user code from a link, which opens the dialog that adds its owner. */
  add: value => readTextParam(value)?.slice(0, 40),
  /** The person whose details are open. */
  user: readTextParam,
})
export type AppUsersSearch = ReturnType<typeof parseAppUsersSearch>
export type AppUsersProps = SearchProps<AppUsersSearch>
