import type { PresenceFilter } from '@muster/contract/presence-word.ts'
import { zonePeopleSorts } from '@muster/domain/people-order.ts'
import { createSearchParser, param, type SearchProps } from '../../lib/search-props.ts'
import { type OrderParam, readOrderParam } from '../../ui/people/people-order.ts'

export const readPresenceParam = param.word<PresenceFilter>('inside', 'outside', 'unknown', 'unseen')

export const parseAppUsersSearch = createSearchParser({
  q: param.text,
  presence: readPresenceParam,
  sort: (value): OrderParam | undefined => readOrderParam(value, zonePeopleSorts),
  /** The user code from a link, which opens the dialog that adds its owner. */
  add: value => param.text(value)?.slice(0, 40),
  /** The person whose details are open. */
  user: param.text,
})
export type AppUsersSearch = ReturnType<typeof parseAppUsersSearch>
export type AppUsersProps = SearchProps<AppUsersSearch>
