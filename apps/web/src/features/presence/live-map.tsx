import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { Button, SegmentedControl, Stack } from '@mantine/core'
import type { LivePosition } from '@muster/contract/presence.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { IconMapPins } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { Columns } from '../../ui/layout/columns.tsx'
import { useIsWide } from '../../ui/layout/use-screen.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import classes from './live-map.module.css'
import { LiveMapPerson } from './live-map-person.tsx'
import { LivePositions } from './live-positions.tsx'
import { PeopleMap } from './people-map.tsx'

type Props = { zone: Pick<Zone, 'id' | 'name' | 'shape'> }

/** Rows rendered at a time, because three thousand at once would freeze the screen for a second. */
const atOnce = 100

/** The live map of the people in a zone, beside a list with the same information. */
export function LiveMap({ zone }: Props) {
  return (
    <LivePositions zoneId={zone.id}>{people => <MapAndList zone={zone} people={people} />}</LivePositions>
  )
}

function MapAndList({ zone, people: located }: Props & { people: readonly LivePosition[] }) {
  const wide = useIsWide()
  const zoneName = zone.name
  const [side, setSide] = useState<'map' | 'list'>('map')
  const [chosen, setChosen] = useState<string>()
  const [hovered, setHovered] = useState<string>()
  const [most, setMost] = useState(atOnce)
  // Sorted by name, so that a person who moves on the map stays in place in the list.
  const people = useMemo(() => located.toSorted((a, b) => a.name.localeCompare(b.name)), [located])
  const choose = useCallback((userId: string) => {
    setChosen(before => (before === userId ? undefined : userId))
    setSide('map')
  }, [])
  const peopleCount = formatCount(people.length)
  const left = people.length - most
  const list = (
    <ul className={classes.list} aria-label={t`Members of ${zoneName} on the map`}>
      {people.slice(0, most).map(person => (
        <LiveMapPerson
          key={person.userId}
          person={person}
          chosen={person.userId === chosen}
          onChoose={choose}
          onHover={setHovered}
        />
      ))}
      {left > 0 && (
        <li>
          <Button variant="default" fullWidth onClick={() => setMost(most + atOnce)}>
            <Plural value={left} one="Show more (# left)" other="Show more (# left)" />
          </Button>
        </li>
      )}
    </ul>
  )
  const map = (
    <PeopleMap
      zone={zone}
      people={people}
      hovered={hovered}
      chosen={chosen}
      onHover={setHovered}
      onChoose={setChosen}
    />
  )
  if (people.length === 0) {
    return (
      <EmptyState
        icon={IconMapPins}
        title={t`No positions yet`}
        text={t`Members of ${zoneName} appear here once they’ve checked their position.`}
      />
    )
  }
  if (wide) {
    return (
      <Columns>
        {map}
        {list}
      </Columns>
    )
  }
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        aria-label={t`Show as`}
        value={side}
        onChange={value => setSide(value === 'list' ? 'list' : 'map')}
        data={[
          { value: 'map', label: t`Map` },
          { value: 'list', label: t`List (${peopleCount})` },
        ]}
      />
      {side === 'map' ? map : list}
    </Stack>
  )
}
