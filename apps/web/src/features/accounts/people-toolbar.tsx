import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { creatableRoles, type Role, roleLongLabel } from '@muster/domain/role.ts'
import type { ReactNode } from 'react'
import type { SearchProps } from '../../lib/search-props.ts'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { Select } from '../../ui/forms/select.tsx'

type Props = SearchProps<{ q?: string | undefined; role?: Role | undefined }> & {
  /** The label of the search field, which names the fields it searches. */
  label?: string | undefined
  /** Further filters. */
  children?: ReactNode
}

const roleChoices = [
  { value: 'all', label: t`All Roles` },
  ...creatableRoles.map(value => ({ value, label: i18n._(roleLongLabel(value)) })),
]

/** The toolbar above the lists of Users Management: search and role filter, stored in the URL. */
export function PeopleToolbar({ search, onSearch, label = t`Search by name or email`, children }: Props) {
  return (
    <>
      <ListSearch label={label} search={search} onSearch={onSearch} />
      <Select
        aria-label={t`Role`}
        data={roleChoices}
        value={search.role ?? 'all'}
        onChange={value => onSearch({ role: creatableRoles.find(it => it === value) }, { replace: true })}
        allowDeselect={false}
        // Sits beside another filter on a phone; elsewhere it is no wider than its longest option.
        style={{ flex: '1 1 8.25rem', maxWidth: '14.5rem' }}
      />
      {children}
    </>
  )
}
