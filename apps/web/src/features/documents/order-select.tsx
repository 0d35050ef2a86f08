import { t } from '@lingui/core/macro'
import { FilterSelect } from '../../ui/forms/filter-select.tsx'
import type { DocumentsProps } from './documents-search.ts'

export const OrderSelect = (address: DocumentsProps) => (
  <FilterSelect
    {...address}
    field="sort"
    label={t`Sort by`}
    all={t`By name`}
    choices={[
      { value: 'newest', label: t`Newest first` },
      { value: 'largest', label: t`Largest first` },
    ]}
    w={160}
  />
)
