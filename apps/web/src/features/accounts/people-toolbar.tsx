import { Select } from '@mantine/core'
import { creatableRoles, type Role, roleLongLabel } from '@muster/domain/role.ts'
import type { ReactNode } from 'react'
import type { InAddress } from '../../lib/in-address.ts'
import { ListSearch } from '../../ui/forms/search-field.tsx'

type Props = InAddress<{ q?: string | undefined; role?: Role | undefined }> & {
  /** Names the fields that the search covers. */
  label?: string | undefined
  /** Further filters. */
  children?: ReactNode
}

const roleChoices = [
  { value: 'all', label: 'All Roles' },
  ...creatableRoles.map(value => ({ value, label: roleLongLabel(value) })),
]

/** Over the lists of Users Management: search and role, kept in the address. */
export function PeopleToolbar({ search, onSearch, label = 'Search by name or email', children }: Props) {
  return (
    <>
      <ListSearch label={label} search={search} onSearch={onSearch} />
      <Select
        aria-label="Role"
        data={roleChoices}
        value={search.role ?? 'all'}
        onChange={value => onSearch({ role: creatableRoles.find(it => it === value) }, { replace: true })}
        allowDeselect={false}
        // Beside another filter on a phone, and no wider than its longest choice elsewhere.
        style={{ flex: '1 1 8.25rem', maxWidth: '14.5rem' }}
      />
      {children}
    </>
  )
}
