import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

type Props = {
  /** What is searched: "Search by name or email". Placeholder and accessible name. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** A search box with a way to empty it. Escape empties it too. */
export function SearchField({ label, value, onChange }: Props) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key !== 'Escape' || value === '') return
        event.stopPropagation()
        onChange('')
      }}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        value === '' ? undefined : <CloseButton aria-label="Clear search" onClick={() => onChange('')} />
      }
      autoComplete="off"
      spellCheck={false}
      style={{ flex: '1 1 220px', maxWidth: 420 }}
    />
  )
}
