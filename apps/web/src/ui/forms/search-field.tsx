import { t } from '@lingui/core/macro'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { SearchProps } from '../../lib/search-props.ts'
import { useIsNarrow, useIsPhone } from '../layout/use-screen.ts'

type Props = {
  /** Placeholder and accessible name: "Search by name or email". */
  label: string
  value: string
  onChange: (value: string) => void
  /** On a phone, leaves space for a single filter beside it. */
  beside?: boolean
}

/** Maximum number of characters of a placeholder that the narrowest phone shows in full. */
const maxPlaceholderLength = 24

/** Removes "Search by" from a placeholder that would be cut off, because the icon already says it. */
function shortenLabel(label: string): string {
  if (label.length <= maxPlaceholderLength) return label
  const fieldNames = label.replace(/^Search by /, '')
  return fieldNames.charAt(0).toUpperCase() + fieldNames.slice(1)
}

/** A search box with a clear button. Escape also clears it. */
export function SearchField({ label, value, onChange, beside = false }: Props) {
  const isPhone = useIsPhone()
  const isNarrow = useIsNarrow()
  // On a phone, a list's buttons do not share the field's line, because otherwise one of them would be separated from the others.
  const phoneWidth = beside ? '10.5rem' : '100%'
  const placeholder = isPhone ? shortenLabel(label) : label
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={isNarrow ? t`Search` : placeholder}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key !== 'Escape' || value === '') return
        event.stopPropagation()
        onChange('')
      }}
      leftSection={<IconSearch size="1.125rem" aria-hidden />}
      rightSection={
        value === '' ? undefined : <CloseButton aria-label={t`Clear search`} onClick={() => onChange('')} />
      }
      autoComplete="off"
      spellCheck={false}
      style={{
        // A minimum width instead of a basis, which would be a height in a column.
        flex: '1 1 0',
        minWidth: `min(100%, ${isPhone ? phoneWidth : '13.75rem'})`,
        maxWidth: isPhone && !beside ? undefined : '26.25rem',
      }}
    />
  )
}

type ListSearchProps = Pick<Props, 'label' | 'beside'> & SearchProps<{ q?: string | undefined }>

/** The search field of a list; the text is stored in the URL as `q`. */
export function ListSearch({ search, onSearch, ...field }: ListSearchProps) {
  return (
    <SearchField
      {...field}
      value={search.q ?? ''}
      onChange={q => onSearch({ q: q || undefined }, { replace: true })}
    />
  )
}
