import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { Select } from '../../ui/forms/select.tsx'

export type SelectOption = { id: string; name: string }

/** Tracks the text in a selection field, and the debounced search text for the server. */
export function useSearchInput() {
  const [typedText, setTypedText] = useState('')
  // The field shows the name of the selected item, which is not a search text.
  const [pickedOption, setPickedOption] = useState<SelectOption>()
  const searchText = typedText === pickedOption?.name ? '' : typedText.trim()
  return {
    typed: typedText,
    setTyped: setTypedText,
    picked: pickedOption,
    setPicked: setPickedOption,
    search: useDebouncedText(searchText) || undefined,
  }
}

type Props = {
  label: string
  /** The label for no selection, such as "Everyone". */
  all: string
  chosen: SelectOption | undefined
  onPick: (id: string | undefined) => void
  typing: ReturnType<typeof useSearchInput>
  /** The search results; undefined while searching. */
  results: readonly SelectOption[] | undefined
  failed: boolean
}

export function SearchSelect({ label, all, chosen, onPick, typing, results, failed }: Props) {
  const { setPicked } = typing
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection changes only with its id or name
  useEffect(() => setPicked(chosen), [chosen?.id, chosen?.name, setPicked])
  const listedOptions = results ?? []
  const options =
    chosen && !listedOptions.some(({ id }) => id === chosen.id) ? [chosen, ...listedOptions] : listedOptions
  return (
    <Select
      label={label}
      placeholder={all}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ${all}` }}
      searchValue={typing.typed}
      onSearchChange={typing.setTyped}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      // The server filters, also by fields that are not shown, so every result is listed.
      filter={({ options: offered }) => offered}
      value={chosen?.id ?? null}
      onChange={id => {
        setPicked(options.find(option => option.id === id))
        onPick(id ?? undefined)
      }}
      nothingFoundMessage={failed ? t`Search failed. Try again.` : results ? t`No results` : t`Searching…`}
    />
  )
}
