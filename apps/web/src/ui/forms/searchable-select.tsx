import { t } from '@lingui/core/macro'
import type { SelectProps } from '@mantine/core'
import { useState } from 'react'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { Select } from './select.tsx'

export type SearchResult = { id: string; name: string }

/** Returns the text typed into a search select, and the debounced text to send to the server. */
export function useTypedSearch(chosen: SearchResult | undefined) {
  const [typedText, setTypedText] = useState('')
  // The field shows the name of the selected option, which was not typed.
  const searchText = typedText === chosen?.name ? '' : typedText.trim()
  const search = useDebouncedText(searchText) || undefined
  return {
    typed: typedText,
    setTyped: setTypedText,
    search,
    isTyped: searchText !== '',
    isTyping: searchText !== (search ?? ''),
  }
}

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  chosen: SearchResult | undefined
  onPick: (one: SearchResult | undefined) => void
  typing: ReturnType<typeof useTypedSearch>
  /** The rows of the response; undefined until the first response. */
  rows: readonly SearchResult[] | undefined
  failed: boolean
  /** True while the response is pending; until then the rows belong to an earlier text. */
  searching: boolean
  /** Shown if the response is empty: "No organisations match". */
  emptyText: string
  /** Shown if the request fails: "Failed to load organisations". */
  failure: string
}

export function SearchableSelect(props: Props) {
  const {
    chosen,
    onPick,
    typing,
    rows = [],
    failed,
    searching,
    emptyText,
    failure,
    placeholder,
    selectFirstOptionOnChange = false,
    onKeyDown,
    ...selectProps
  } = props
  const isSearching = typing.isTyping || searching
  // Keep the selected option's name. The field shows it, and a changed name would count as typed text and be searched for.
  const listedOptions = rows.map(row => (row.id === chosen?.id ? chosen : row))
  const allOptions = chosen && !listedOptions.includes(chosen) ? [...listedOptions, chosen] : listedOptions
  return (
    <Select
      {...selectProps}
      data={allOptions.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      // The text is cleared on focus, so that typing searches immediately. The selection is shown as the placeholder and returns on
      // blur.
      placeholder={chosen?.name ?? placeholder}
      onFocus={() => typing.setTyped('')}
      // Also clears the selected name here, because no focus event fires when the list is reopened after a selection. A character
      // typed to open the list is kept.
      onDropdownOpen={() => typing.setTyped(typed => (typed === chosen?.name ? '' : typed))}
      searchValue={typing.typed}
      onSearchChange={typing.setTyped}
      // The server searches, including in text that is not shown. The selected option is listed only if it is a result. Results of
      // an earlier text are not listed, because Enter would select one of them.
      filter={({ options }) => {
        if (isSearching) return []
        if (!typing.search) return options
        return options.filter(option => 'value' in option && rows.some(({ id }) => id === option.value))
      }}
      // The library highlights the first option when this becomes true, which is when the results of the text arrive.
      selectFirstOptionOnChange={selectFirstOptionOnChange && typing.isTyped && !isSearching}
      // Enter does not submit the form while the text has no selection.
      onKeyDown={event => {
        onKeyDown?.(event)
        if (event.key === 'Enter' && typing.isTyped) event.preventDefault()
      }}
      nothingFoundMessage={isSearching ? t`Searching…` : failed ? failure : emptyText}
      value={chosen?.id ?? null}
      onChange={id => onPick(allOptions.find(option => option.id === id))}
    />
  )
}
