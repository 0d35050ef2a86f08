import { t } from '@lingui/core/macro'
import { useLocalStorage } from '@mantine/hooks'
import type { LivePosition } from '@muster/contract/presence.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { MapButton, type MapMark, type MapPerson, type MapPersonState, ZoneMap } from '../../map/public.tsx'
import { initials } from '../../ui/people/initials.ts'
import { useNow } from '../../ui/time/use-now.ts'
import { useHazardMarks } from '../hazards/public.ts'
import { LiveMapPerson } from './live-map-person.tsx'

type Props = {
  zone: Pick<Zone, 'id' | 'name' | 'shape'>
  people: readonly LivePosition[]
  /** Limits the people shown; if omitted, everybody is shown. */
  isListed?: ((person: LivePosition) => boolean) | undefined
  /** The person under the pointer, in the list beside the map or on the map. */
  hovered: string | undefined
  chosen: string | undefined
  onHover: (userId: string | undefined) => void
  onChoose: (userId: string | undefined) => void
}

export function PeopleMap({ zone, people: positions, isListed, hovered, chosen, onHover, onChoose }: Props) {
  const now = useNow()
  const zoneName = zone.name
  const markers = useHazardMarks(zone.id)
  const [hasHazards, setHasHazards] = useHazardLayer()
  const people = useMemo(() => (isListed ? positions.filter(isListed) : positions), [positions, isListed])
  const mapPeople = useMemo(() => people.map(person => toMapPerson(person, now)), [people, now])
  const pointedOutPerson = people.find(({ userId }) => userId === (hovered ?? chosen))
  return (
    <ZoneMap
      label={t`Live map of ${zoneName}`}
      shape={zone.shape}
      people={mapPeople}
      problems={hasHazards ? markers : noMarkers}
      chosen={hovered ?? chosen}
      onChoose={onChoose}
      onHover={onHover}
      controls={
        markers.length > 0 && (
          <MapButton
            label={t`Hazards on the map`}
            icon={IconAlertTriangle}
            pressed={hasHazards}
            onClick={() => setHasHazards(!hasHazards)}
          />
        )
      }
      note={pointedOutPerson && <LiveMapPerson person={pointedOutPerson} chosen />}
    />
  )
}

const noMarkers: readonly MapMark[] = []

/** Returns whether this device shows notifications on maps of people, and a setter. */
const useHazardLayer = () =>
  useLocalStorage({ key: 'muster.hazards-on-map', defaultValue: true, getInitialValueInEffect: false })

function toMapPerson(person: LivePosition, now: number): MapPerson {
  const { userId, name, lat, lng } = person
  return { id: userId, name, initials: initials(name), state: toState(person, now), lat, lng }
}

function toState({ inside, mock, at }: LivePosition, now: number): MapPersonState {
  if (mock) return 'doubtful'
  if (!inside) return 'outside'
  return isSeenLately(Date.parse(at), now) ? 'inside' : 'stale'
}
