import { t } from '@lingui/core/macro'
import { Select } from '../../ui/forms/select.tsx'
import { type DocumentsProps, sortOrders } from './documents-search.ts'

const sortLabels = { name: t`By name`, newest: t`Newest first`, largest: t`Largest first` }

export function OrderSelect({ search, onSearch }: DocumentsProps) {
  return (
    <Select
      aria-label={t`Sort by`}
      data={sortOrders.map(value => ({ value, label: sortLabels[value] }))}
      value={search.sort ?? 'name'}
      onChange={value =>
        onSearch(
          { sort: sortOrders.find(option => option === value && option !== 'name') },
          { replace: true },
        )
      }
      allowDeselect={false}
      w={160}
    />
  )
}
