import type { SelectProps } from '@mantine/core'
import type { SearchProps } from '../../lib/search-props.ts'
import { Select } from './select.tsx'

type Props<Field extends string, Value extends string> = SearchProps<{
  [it in Field]?: Value | undefined
}> &
  Pick<SelectProps, 'className' | 'style' | 'w'> & {
    /** The search parameter that keeps the filter. */
    field: Field
    label: string
    /** The choice without a filter: "All statuses". */
    all: string
    choices: readonly { value: Value; label: string }[]
  }

/** Narrows a list to one of several values, which is kept in the URL. */
export function FilterSelect<Field extends string, Value extends string>(props: Props<Field, Value>) {
  const { search, onSearch, field, label, all, choices, ...selectProps } = props
  return (
    <Select
      {...selectProps}
      aria-label={label}
      data={[{ value: 'all', label: all }, ...choices]}
      value={search[field] ?? 'all'}
      onChange={value =>
        onSearch({ [field]: choices.find(choice => choice.value === value)?.value } as typeof search, {
          replace: true,
        })
      }
      allowDeselect={false}
    />
  )
}
