import { accountSorts } from '@muster/domain/people-order.ts'
import { creatableRoles, type Role } from '@muster/domain/role.ts'
import { type UserStatus, userStatuses } from '@muster/domain/user-status.ts'
import { readTextParam } from '../../lib/search-props.ts'
import { type OrderParam, readOrderParam } from '../../ui/people/people-order.ts'

/**
 * The search parameters of the page: search text, filters by role and status, order, and the user whose details are open. `zones` is for
 * people who manage zones and shows the users of all their zones.
 */
export type AccountsSearch = {
  q?: string
  role?: Role
  status?: UserStatus
  sort?: OrderParam
  user?: string
  zones?: 'all' | undefined
}

/** Parses the search parameters, dropping invalid values. */
export const parseAccountsSearch = ({
  q,
  role,
  status,
  sort,
  user,
  zones,
}: Record<string, unknown>): AccountsSearch => ({
  q: readTextParam(q),
  role: creatableRoles.find(it => it === role),
  status: userStatuses.find(it => it === status),
  sort: readOrderParam(sort, accountSorts),
  user: readTextParam(user),
  zones: zones === 'all' ? zones : undefined,
})
