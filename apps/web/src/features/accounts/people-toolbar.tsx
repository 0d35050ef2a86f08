import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { creatableRoles, type Role, roleLongLabel } from '@muster/domain/role.ts'
import type { ReactNode } from 'react'
import type { SearchProps } from '../../lib/search-props.ts'
import { FilterSelect } from '../../ui/forms/filter-select.tsx'
import { ListSearch } from '../../ui/forms/search-field.tsx'

type Props = SearchProps<{ q?: string | undefined; role?: Role | undefined }> & {
  /** The label of the search field, which names the fields it searches. */
  label?: string | undefined
  /** Further filters. */
  children?: ReactNode
}

const roleChoices = creatableRoles.map(value => ({ value, label: i18n._(roleLongLabel(value)) }))

/** The toolbar above the lists of Users Management: search and role filter, stored in the URL. */
export function PeopleToolbar({ label = t`Search by name or email`, children, ...address }: Props) {
  return (
    <>
      <ListSearch label={label} {...address} />
      <FilterSelect
        {...address}
        field="role"
        label={t`Role`}
        all={t`All Roles`}
        choices={roleChoices}
        // Sits beside another filter on a phone; elsewhere it is no wider than its longest option.
        style={{ flex: '1 1 8.25rem', maxWidth: '14.5rem' }}
      />
      {children}
    </>
  )
}
