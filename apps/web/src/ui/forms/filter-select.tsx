import type { SelectProps } from '@mantine/core'
import type { SearchProps } from '../../lib/search-props.ts'
import { Select } from './select.tsx'

type Props<Search extends object, Field extends keyof Search> = SearchProps<Search> &
  Pick<SelectProps, 'className' | 'style' | 'w'> & {
    /** The search parameter that keeps the filter. */
    field: Field
    label: string
    /** The choice without a filter: "All statuses". */
    all: string
    choices: readonly { value: NonNullable<Search[Field]> & string; label: string }[]
  }

/** Narrows a list to one of several values, which is kept in the URL. */
export function FilterSelect<Search extends object, Field extends keyof Search>(props: Props<Search, Field>) {
  const { search, onSearch, field, label, all, choices, ...selectProps } = props
  return (
    <Select
      {...selectProps}
      aria-label={label}
      data={[{ value: 'all', label: all }, ...choices]}
      value={(search[field] as string | undefined) ?? 'all'}
      onChange={value =>
        onSearch({ [field]: choices.find(choice => choice.value === value)?.value } as Search, {
          replace: true,
        })
      }
      allowDeselect={false}
    />
  )
}
