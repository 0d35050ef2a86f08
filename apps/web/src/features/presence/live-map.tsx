import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { Button, SegmentedControl, Stack } from '@mantine/core'
import type { LivePosition } from '@muster/contract/presence.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { IconMapPins } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { Columns } from '../../ui/layout/columns.tsx'
import { useIsWideScreen } from '../../ui/layout/use-screen.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import classes from './live-map.module.css'
import { LiveMapPerson } from './live-map-person.tsx'
import { LivePositions } from './live-positions.tsx'
import { PeopleMap } from './people-map.tsx'

type Props = { zone: Pick<Zone, 'id' | 'name' | 'shape'> }

/** Rows rendered at a time, because three thousand at once would freeze the screen for a second. */
const pageSize = 100

/** Side by side on wide screens, otherwise one at a time. */
export function LiveMap({ zone }: Props) {
  return (
    <LivePositions zoneId={zone.id}>{people => <MapAndList zone={zone} people={people} />}</LivePositions>
  )
}

function MapAndList({ zone, people: positions }: Props & { people: readonly LivePosition[] }) {
  const isWide = useIsWideScreen()
  const zoneName = zone.name
  const [view, setView] = useState<'map' | 'list'>('map')
  const [chosenId, setChosenId] = useState<string>()
  const [hoveredId, setHoveredId] = useState<string>()
  const [maxShown, setMaxShown] = useState(pageSize)
  // Sorted by name, so that a person who moves on the map stays in place in the list.
  const people = useMemo(() => positions.toSorted((a, b) => a.name.localeCompare(b.name)), [positions])
  const choosePerson = useCallback((userId: string) => {
    setChosenId(previousId => (previousId === userId ? undefined : userId))
    setView('map')
  }, [])
  const peopleCount = formatCount(people.length)
  const left = people.length - maxShown
  const list = (
    <ul className={classes.list} aria-label={t`Members of ${zoneName} on the map`}>
      {people.slice(0, maxShown).map(person => (
        <LiveMapPerson
          key={person.userId}
          person={person}
          chosen={person.userId === chosenId}
          onChoose={choosePerson}
          onHover={setHoveredId}
        />
      ))}
      {left > 0 && (
        <li>
          <Button variant="default" fullWidth onClick={() => setMaxShown(maxShown + pageSize)}>
            <Plural value={left} one="Show more (# left)" other="Show more (# left)" />
          </Button>
        </li>
      )}
    </ul>
  )
  const mapView = (
    <PeopleMap
      zone={zone}
      people={people}
      hovered={hoveredId}
      chosen={chosenId}
      onHover={setHoveredId}
      onChoose={setChosenId}
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
  if (isWide) {
    return (
      <Columns>
        {mapView}
        {list}
      </Columns>
    )
  }
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        aria-label={t`Show as`}
        value={view}
        onChange={value => setView(value === 'list' ? 'list' : 'map')}
        data={[
          { value: 'map', label: t`Map` },
          { value: 'list', label: t`List (${peopleCount})` },
        ]}
      />
      {view === 'map' ? mapView : list}
    </Stack>
  )
}
