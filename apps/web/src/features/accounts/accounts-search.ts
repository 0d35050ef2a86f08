import { accountSorts } from '@muster/domain/people-order.ts'
import { creatableRoles, type Role } from '@muster/domain/role.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { createSearchParser, param } from '../../lib/search-props.ts'
import { type OrderParam, readOrderParam } from '../../ui/people/people-order.ts'

export const parseAccountsSearch = createSearchParser({
  q: param.text,
  role: param.word<Role>(...creatableRoles),
  status: param.word(...userStatuses),
  sort: (value): OrderParam | undefined => readOrderParam(value, accountSorts),
  /** The user whose details are open. */
  user: param.text,
  /** For people who manage zones: shows the users of all their zones. */
  zones: param.word('all'),
})
export type AccountsSearch = ReturnType<typeof parseAccountsSearch>
