import { SegmentedControl } from '@mantine/core'
import type { LivePosition } from '@muster/contract/presence.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { IconMapPins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { errorText, isRefusal } from '../../lib/error-text.ts'
import { staleSince } from '../../lib/stale-since.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { type MapPerson, type MapPersonState, ZoneMap } from '../../map/public.tsx'
import { useIsWide } from '../../ui/layout/use-screen.ts'
import { LiveFrame } from '../../ui/live/live-frame.tsx'
import { initials } from '../../ui/people/initials.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import classes from './live-map.module.css'
import { LiveMapPerson } from './live-map-person.tsx'

type Props = { zone: Pick<Zone, 'id' | 'name' | 'shape' | 'center'> }

/**
 * Where the people of a zone are, as it comes in, beside a list that says the same. Only for those who may track live
 * locations; the server notes the look.
 */
export function LiveMap({ zone }: Props) {
  useFeedTopic(zoneTopic(zone.id))
  const positions = useQuery(orpc.presence.positions.queryOptions({ input: { zoneId: zone.id } }))
  if (positions.isPending) return <ListSkeleton count={3} />
  // Who may not see it, or has not entered yet, is told so by what stands beside it.
  if (isRefusal(positions.error)) return null
  return (
    <>
      {positions.isError && (
        <ErrorState
          title={errorText(positions.error, 'Failed to load map')}
          onRetry={() => void positions.refetch()}
          retrying={positions.isFetching}
          staleSince={staleSince(positions)}
        />
      )}
      {positions.data && (
        <LiveFrame loadedAt={positions.dataUpdatedAt} failed={positions.isError}>
          <MapAndList zone={zone} people={positions.data.people} />
        </LiveFrame>
      )}
    </>
  )
}

function MapAndList({ zone, people: located }: Props & { people: readonly LivePosition[] }) {
  const wide = useIsWide()
  const now = useNow()
  const [side, setSide] = useState<'map' | 'list'>('map')
  const [chosen, setChosen] = useState<string>()
  const [hovered, setHovered] = useState<string>()
  // By name: what moves on the map stays where it is in the list.
  const people = useMemo(() => located.toSorted((a, b) => a.name.localeCompare(b.name)), [located])
  const onMap = useMemo(() => people.map(person => onMapOf(person, now)), [people, now])
  const list = (
    <ul className={classes.list} aria-label={`People of ${zone.name}, by place`}>
      {people.map(person => (
        <LiveMapPerson
          key={person.userId}
          person={person}
          chosen={person.userId === chosen}
          onChoose={() => {
            setChosen(before => (before === person.userId ? undefined : person.userId))
            setSide('map')
          }}
          onHover={setHovered}
        />
      ))}
    </ul>
  )
  const shown = people.find(({ userId }) => userId === (hovered ?? chosen))
  const map = (
    <ZoneMap
      label={`Live map of ${zone.name}`}
      shape={zone.shape}
      people={onMap}
      chosen={hovered ?? chosen}
      onChoose={setChosen}
      onHover={setHovered}
      note={shown && <LiveMapPerson person={shown} chosen />}
    />
  )
  if (people.length === 0) {
    return (
      <EmptyState
        icon={IconMapPins}
        title="Nobody has been located yet"
        text={`People of ${zone.name} show here once they have checked their position.`}
      />
    )
  }
  if (wide) {
    return (
      <div className={classes.columns}>
        {map}
        {list}
      </div>
    )
  }
  return (
    <div className={classes.narrow}>
      <SegmentedControl
        fullWidth
        aria-label="Show as"
        value={side}
        onChange={value => setSide(value === 'list' ? 'list' : 'map')}
        data={[
          { value: 'map', label: 'Map' },
          { value: 'list', label: `List (${people.length})` },
        ]}
      />
      {side === 'map' ? map : list}
    </div>
  )
}

function onMapOf({ userId, name, inside, lat, lng, at }: LivePosition, now: number): MapPerson {
  const state: MapPersonState = !inside ? 'outside' : isSeenLately(Date.parse(at), now) ? 'inside' : 'stale'
  return { id: userId, name, initials: initials(name), state, lat, lng }
}
