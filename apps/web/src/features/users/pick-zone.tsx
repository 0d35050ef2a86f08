import { Button, Select } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../app/paths.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'

type Props = {
  zones: readonly MyZone[]
  /** Internal admins pick right here; the others in the zone selection, which asks for the PIN. */
  onPick?: (zoneId: string) => void
}

/** No zone is selected: this is how to select one. */
export function PickZone({ zones, onPick }: Props) {
  return (
    <EmptyState
      icon={IconMapPin}
      title="Please select a zone to view users"
      text="People are listed zone by zone."
    >
      {onPick ? (
        <ZoneSelect zones={zones} value={null} onPick={onPick} />
      ) : (
        <Button component={Link} to={paths.zoneSelection}>
          Select Zone
        </Button>
      )}
    </EmptyState>
  )
}

type SelectProps = {
  zones: readonly MyZone[]
  value: string | null
  onPick: (zoneId: string) => void
  /** Shown above the field; without it only screen readers hear what it is. */
  label?: string
  /** The choice of all zones, for who sees the people of all. */
  onPickAll?: () => void
}

const all = 'all'

/** The zone whose people an internal admin looks at. */
export function ZoneSelect({ zones, value, onPick, label, onPickAll }: SelectProps) {
  return (
    <Select
      label={label}
      aria-label={label ? undefined : 'Zone'}
      placeholder="Select a zone"
      data={[
        ...(onPickAll ? [{ value: all, label: 'All zones' }] : []),
        ...zones.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value ?? (onPickAll ? all : null)}
      onChange={id => {
        if (id === all) onPickAll?.()
        else if (id) onPick(id)
      }}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No zone with this name"
      w={240}
      maw="100%"
    />
  )
}
