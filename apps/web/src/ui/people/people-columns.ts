import { t } from '@lingui/core/macro'
import type { PeopleColumn } from './people-table.tsx'

/** The columns that lists of people have in common. Those of a list fit into the minimum width of a table. */
export const peopleColumns = {
  name: { key: 'name', label: t`Name`, sort: 'name', width: 'minmax(11.5rem, 2.2fr)' },
  state: { key: 'state', label: t`State`, sort: 'state', width: 'minmax(8rem, 1.4fr)' },
  seen: { key: 'seen', label: t`Last seen`, sort: 'seen', width: 'minmax(6rem, 1fr)' },
  role: { key: 'role', label: t`Role`, sort: 'role', width: 'minmax(6.5rem, 1.2fr)' },
  status: { key: 'status', label: t`Status`, width: 'minmax(5.5rem, 0.8fr)' },
} satisfies Record<string, PeopleColumn>
