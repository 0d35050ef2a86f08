import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ZoneDayPlace } from '@muster/contract/presence-days.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { limits } from '@muster/domain/limits.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../lib/api.ts'
import { toNextPageError } from '../../lib/error-text.ts'
import { formatAccuracy } from '../../lib/format-accuracy.ts'
import { formatCount } from '../../lib/format-count.ts'
import { type MapPerson, ZoneMap } from '../../map/public.tsx'
import { MockMark } from '../../ui/badges/mock-mark.tsx'
import { initials } from '../../ui/people/initials.ts'
import { Name } from '../../ui/people/name.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { formatMinute } from './day-words.ts'

type PlacesInput = { zoneId: string; from: string; to: string; moment: number }

/** Loads the last known positions of the people inside at a moment, only while a map shows them. */
export function useZoneDayPlaces({ zoneId, from, to, moment }: PlacesInput, enabled: boolean) {
  return useQuery({
    ...orpc.presence.zoneDayPlaces.queryOptions({
      input: { zoneId, from, to, moment: new Date(moment).toISOString() },
    }),
    enabled,
    placeholderData: keepPreviousData,
    // Each moment is a separate cache entry, and the entries would pile up while the slider follows the day.
    gcTime: 30_000,
  })
}

type Props = {
  zone: Pick<Zone, 'name' | 'shape'>
  places: ReturnType<typeof useZoneDayPlaces>
  /** The moment shown, and the number of people present at it. */
  moment: number
  present: number
  chosen: string | undefined
  onChoose: (userId: string | undefined) => void
}

/** Shows the people inside at a moment on the zone's map, insofar as readings from that day locate them. */
export function ZoneDayMap({ zone, places, moment, present, chosen, onChoose }: Props) {
  const locatedPlaces = places.data?.people
  const people = useMemo(
    () => locatedPlaces?.map(place => toMapPerson(place, moment)) ?? [],
    [locatedPlaces, moment],
  )
  const selectedPlace = locatedPlaces?.find(({ userId }) => userId === chosen)
  const missingPeople =
    locatedPlaces && !places.isPlaceholderData ? Math.max(0, present - locatedPlaces.length) : 0
  const missingCount = formatCount(missingPeople)
  const zoneName = zone.name
  const time = formatMinute(moment)
  return (
    <>
      {places.isError && (
        <ErrorState title={t`Failed to load locations`} text={toNextPageError(places.error)} query={places} />
      )}
      <ZoneMap
        label={t`Map of ${zoneName} at ${time}`}
        shape={zone.shape}
        people={people}
        chosen={chosen}
        onChoose={onChoose}
        note={selectedPlace && <PlaceNote place={selectedPlace} />}
      />
      <Text c="dimmed">
        {missingPeople > 0
          ? t`${missingCount} of ${plural(present, { one: '# person', other: '# people' })} had no location by then.`
          : t`Each person’s last location at that time.`}
      </Text>
    </>
  )
}

function PlaceNote({ place: { name, at, accuracyMeters, mock } }: { place: ZoneDayPlace }) {
  const time = formatMinute(Date.parse(at))
  return (
    <>
      <Trans>
        <Name>{name}</Name>, located {time}
      </Trans>
      {accuracyMeters !== null && ` · ${formatAccuracy(accuracyMeters)}`} <MockMark mock={mock} />
    </>
  )
}

function toMapPerson({ userId, name, lat, lng, mock, at }: ZoneDayPlace, moment: number): MapPerson {
  const isOld = moment - Date.parse(at) > limits.presenceStaleMs
  const state = mock ? 'doubtful' : isOld ? 'stale' : 'inside'
  return { id: userId, name, initials: initials(name), state, lat, lng }
}
