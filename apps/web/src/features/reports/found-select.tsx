import { Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSettled } from '../../lib/use-settled.ts'

export type Found = { id: string; name: string }

/** The words typed into the field of a choice, and those to ask the server for once the fingers rest. */
export function useTyped() {
  const [typed, setTyped] = useState('')
  // The field shows the name of what was chosen, which nobody has typed.
  const [picked, setPicked] = useState<Found>()
  const words = typed === picked?.name ? '' : typed.trim()
  return { typed, setTyped, picked, setPicked, search: useSettled(words) || undefined }
}

type Props = {
  label: string
  /** Says that none is chosen: "Everybody". */
  all: string
  chosen: Found | undefined
  onPick: (id: string | undefined) => void
  typing: ReturnType<typeof useTyped>
  /** What the server found; undefined while it looks. */
  found: readonly Found[] | undefined
  failed: boolean
}

/** One of many, found by what is typed. */
export function FoundSelect({ label, all, chosen, onPick, typing, found, failed }: Props) {
  const { setPicked } = typing
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen is another when its id or its name is
  useEffect(() => setPicked(chosen), [chosen?.id, chosen?.name, setPicked])
  const listed = found ?? []
  const options = chosen && !listed.some(({ id }) => id === chosen.id) ? [chosen, ...listed] : listed
  return (
    <Select
      label={label}
      placeholder={all}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ${all.toLowerCase()}` }}
      searchValue={typing.typed}
      onSearchChange={typing.setTyped}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      // The server searches, also by what does not show.
      filter={({ options: offered }) => offered}
      value={chosen?.id ?? null}
      onChange={id => {
        setPicked(options.find(one => one.id === id))
        onPick(id ?? undefined)
      }}
      nothingFoundMessage={failed ? 'Could not be searched. Try again.' : found ? 'None found' : 'Looking…'}
    />
  )
}
