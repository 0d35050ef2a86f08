import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import type { MeetingPlace } from '@muster/contract/emergencies.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { IconMapPin } from '@tabler/icons-react'
import { toMapUrl } from '../../lib/map-url.ts'
import classes from './alarm.module.css'
import { sortByDistance, wayText } from './nearest-places.ts'

type Props = { places: readonly MeetingPlace[]; position: LatLng | undefined }

/** The places to one of which people should go, the nearest first. Each opens in the map app, without leaving the alarm. */
export function MeetingPlaces({ places, position }: Props) {
  if (places.length === 0) return null
  return (
    <Stack gap={6}>
      <span className={classes.placesLabel}>
        {places.length === 1 ? <Trans>Go to</Trans> : <Trans>Go to one of these</Trans>}
      </span>
      <ul className={classes.places}>
        {sortByDistance(places, position).map(place => (
          <li key={place.id}>
            <a className={classes.place} href={toMapUrl(place)} target="_blank" rel="noreferrer">
              <IconMapPin size="1.75rem" aria-hidden />
              <span dir="auto">{place.name}</span>
              {position && <span className={classes.way}>{wayText(position, place)}</span>}
            </a>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
