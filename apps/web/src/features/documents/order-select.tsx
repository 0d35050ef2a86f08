import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { type DocumentsProps, sorts } from './documents-search.ts'

const sortWords = { name: t`By name`, newest: t`Newest first`, largest: t`Largest first` }

/** Selects the order of the files, which is stored in the URL. */
export function OrderSelect({ search, onSearch }: DocumentsProps) {
  return (
    <Select
      aria-label={t`Sort by`}
      data={sorts.map(value => ({ value, label: sortWords[value] }))}
      value={search.sort ?? 'name'}
      onChange={value =>
        onSearch({ sort: sorts.find(one => one === value && one !== 'name') }, { replace: true })
      }
      allowDeselect={false}
      w={160}
    />
  )
}
