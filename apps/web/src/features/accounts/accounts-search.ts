import { accountSorts } from '@muster/domain/people-order.ts'
import { creatableRoles, type Role } from '@muster/domain/role.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { createSearchParser, readTextParam, readWordParam } from '../../lib/search-props.ts'
import { type OrderParam, readOrderParam } from '../../ui/people/people-order.ts'

export const parseAccountsSearch = createSearchParser({
  q: readTextParam,
  role: readWordParam<Role>(...creatableRoles),
  status: readWordParam(...userStatuses),
  sort: (value): OrderParam | undefined => readOrderParam(value, accountSorts),
  /** The user whose details are open. */
  user: readTextParam,
  /** For people who manage zones: shows the users of all their zones. */
  zones: readWordParam('all'),
})
export type AccountsSearch = ReturnType<typeof parseAccountsSearch>
