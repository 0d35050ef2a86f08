import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { useSettled } from '../../lib/use-settled.ts'

export type Found = { id: string; name: string }

/** The words typed into the field of a choice, and those to ask the server for once the fingers rest. */
export function useTyped(chosen: Found | undefined) {
  const [typed, setTyped] = useState('')
  // The field shows the name of the choice, which nobody has typed.
  const words = typed === chosen?.name ? '' : typed.trim()
  const search = useSettled(words) || undefined
  return { typed, setTyped, search, isTyping: words !== (search ?? '') }
}

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  chosen: Found | undefined
  onPick: (one: Found | undefined) => void
  typing: ReturnType<typeof useTyped>
  /** The rows of the answer; undefined until the first one. */
  found: readonly Found[] | undefined
  failed: boolean
  /** The answer is still to come; the rows are those of other words meanwhile. */
  searching: boolean
  /** Shown where the answer holds nobody and nothing: "No organisations match". */
  noneFound: string
  /** Shown where there is no answer: "Failed to load organisations". */
  failure: string
}

/** One of many, which the server searches by what is typed. */
export function FoundSelect(props: Props) {
  const {
    chosen,
    onPick,
    typing,
    found = [],
    failed,
    searching,
    noneFound,
    failure,
    placeholder,
    ...select
  } = props
  // The choice keeps the name it was chosen by: the field shows it, and a new one would count as typed and be searched.
  const kept = found.map(one => (one.id === chosen?.id ? chosen : one))
  const offered = chosen && !kept.includes(chosen) ? [...kept, chosen] : kept
  return (
    <Select
      {...select}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      // Empty on focus, so that typing searches at once; the choice shows behind and comes back on blur.
      placeholder={chosen?.name ?? placeholder}
      onFocus={() => typing.setTyped('')}
      // Opened again after a choice, the field has kept the focus. What opens it may also be a letter, which is kept.
      onDropdownOpen={() => typing.setTyped(typed => (typed === chosen?.name ? '' : typed))}
      searchValue={typing.typed}
      onSearchChange={typing.setTyped}
      // The server searches, also by words that do not show; the choice is offered among the hits only where it is one.
      filter={({ options }) =>
        typing.search
          ? options.filter(option => 'value' in option && found.some(({ id }) => id === option.value))
          : options
      }
      nothingFoundMessage={typing.isTyping || searching ? 'Searching…' : failed ? failure : noneFound}
      value={chosen?.id ?? null}
      onChange={id => onPick(offered.find(one => one.id === id))}
    />
  )
}
