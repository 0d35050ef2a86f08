import { Button, Select } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { type OwnZones, useOwnZones } from '../../lib/session/use-own-zones.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'

type Props = {
  /** Internal admins pick right here; the others in the zone selection, which asks for the PIN. */
  onPick?: ((zoneId: string) => void) | undefined
}

/** No zone is selected: this is how to select one. */
export function PickZone({ onPick }: Props) {
  return (
    <EmptyState
      icon={IconMapPin}
      title="Please select a zone to view users"
      text="People are listed zone by zone."
    >
      {onPick ? (
        <ZoneSelect zone={undefined} onPick={({ id }) => onPick(id)} />
      ) : (
        <Button component={Link} to={paths.zoneSelection}>
          Select Zone
        </Button>
      )}
    </EmptyState>
  )
}

type SelectProps = {
  /** The one that is chosen. */
  zone: MyZone | undefined
  onPick: (zone: MyZone) => void
  /** Shown above the field; without it only screen readers hear what it is. */
  label?: string
  /** The choice of all zones, for who sees the people of all. */
  onPickAll?: () => void
  /** The text of a zone in the list. */
  textOf?: (zone: MyZone) => string
  className?: string | undefined
}

const all = 'all'
const more = 'more'
const pageSize = 50
const nameOfZone = ({ name }: MyZone) => name

/** One of one's own zones; where there are more than are at hand, the server finds what is typed. */
export function ZoneSelect({ zone, onPick, label, onPickAll, textOf = nameOfZone, className }: SelectProps) {
  const { hasMore } = useSelectedZone()
  const [typed, setTyped] = useState('')
  // The field shows the chosen zone, which nobody has typed.
  const isTyped = typed !== '' && typed !== 'All zones' && !(zone && typed === textOf(zone))
  const own = useOwnZones(hasMore && isTyped ? typed : '', { limit: pageSize })
  const listed = zone && !own.zones.some(({ id }) => id === zone.id) ? [zone, ...own.zones] : own.zones
  const found = new Set(own.zones.map(({ id }) => id))
  const isCut = own.list !== undefined && !own.list.complete
  return (
    <Select
      className={className}
      label={label}
      aria-label={label ? undefined : 'Zone'}
      placeholder="Select a zone"
      data={[
        ...(onPickAll ? [{ value: all, label: 'All zones' }] : []),
        ...listed.map(one => ({ value: one.id, label: textOf(one) })),
        ...(isCut ? [{ value: more, label: 'There are more. Type to find them.', disabled: true }] : []),
      ]}
      value={zone?.id ?? (onPickAll ? all : null)}
      onChange={id => {
        const picked = listed.find(one => one.id === id)
        if (id === all) onPickAll?.()
        else if (picked) onPick(picked)
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // Keep every zone the server found: the words may be in its description.
      {...(hasMore && {
        filter: ({ options }) =>
          options.filter(one => 'value' in one && (found.has(one.value) || !isTyped || one.value === more)),
      })}
      allowDeselect={false}
      nothingFoundMessage={wordsOfNone(own)}
      w={className ? undefined : 240}
      maw="100%"
    />
  )
}

function wordsOfNone({ status, retrying }: OwnZones): string {
  if (status === 'failed') return 'Zones could not be searched. Try again.'
  return status === 'loading' || retrying ? 'Looking for zones…' : 'No zone with this name'
}
