import { t } from '@lingui/core/macro'
import { Box, Stack, Text } from '@mantine/core'
import type { MeetingPlace } from '@muster/contract/emergencies.ts'
import type { EmergencyKind } from '@muster/domain/emergency.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { IconMapPin, IconMessageQuestion, IconUrgent } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { toMapUrl } from '../../lib/map-url.ts'
import { Name } from '../people/name.tsx'
import classes from './alarm.module.css'
import { kindLabels, kindTitle } from './kind-words.ts'
import { sortByDistance, wayText } from './nearest-places.ts'

type Props = {
  emergency: {
    readonly kind: EmergencyKind
    readonly drill: boolean
    readonly zoneName: string | null
    readonly message: string
    readonly points: readonly MeetingPlace[]
  }
  /** Replaces the title, for people who may not be there. */
  title?: string
  /** The last known position of the reader. */
  position?: LatLng | undefined
  /** The level of the title, which takes the focus when the alarm arrives. */
  order?: 1 | 2
  /** What the reader or somebody else said, and what happens now. */
  status?: ReactNode
  /** A control beside the mark, such as the one that folds the alarm. */
  control?: ReactNode
  /** Always visible at the lower edge, however long the words are. */
  answers?: ReactNode
  /** True if it fills its container; otherwise it is as high as its words. */
  isFull?: boolean
  /** Follows the words. */
  children?: ReactNode
}

/** Readable at arm’s length. A drill has stripes. A question how people are looks calm, because nobody has to leave. */
export function Alarm({
  emergency: { kind, drill, zoneName, message, points },
  title,
  position,
  order = 2,
  status,
  control,
  answers,
  isFull = false,
  children,
}: Props) {
  const Heading = `h${order}` as const
  const isQuestion = kind === 'welfare'
  const Icon = isQuestion ? IconMessageQuestion : IconUrgent
  const kindText = kindTitle(kind, zoneName)
  return (
    <section
      className={classes.alarm}
      data-look={drill ? 'drill' : isQuestion ? 'question' : 'emergency'}
      data-full={isFull || undefined}
      aria-label={drill ? t`Drill: ${kindText}` : t`Emergency: ${kindText}`}
    >
      <div className={classes.words}>
        <div className={classes.mark}>
          <Icon size="2.75rem" stroke={1.8} aria-hidden />
          <span>{drill ? t`Drill` : isQuestion ? t`Question` : t`Emergency`}</span>
          {control}
        </div>
        <Heading className={classes.title} tabIndex={-1} data-autofocus dir="auto">
          {title ?? (isQuestion ? kindLabels.welfare : kindText)}
        </Heading>
        {isQuestion && zoneName !== null && title === undefined && (
          <Text fz="lg" fw={600}>
            <Name>{zoneName}</Name>
          </Text>
        )}
        {message !== '' && (
          <p className={classes.message} dir="auto">
            {message}
          </p>
        )}
        <MeetingPlaces places={points} position={position} />
        {status && <div className={classes.status}>{status}</div>}
        {children}
      </div>
      {answers && <div className={classes.answers}>{answers}</div>}
    </section>
  )
}

type MeetingPlacesProps = { places: readonly MeetingPlace[]; position: LatLng | undefined }

/** The places to one of which people should go, the nearest first. Each opens in the map app, without leaving the alarm. */
function MeetingPlaces({ places, position }: MeetingPlacesProps) {
  if (places.length === 0) return null
  return (
    <Stack gap={6}>
      <Box component="span" fz="md">
        {places.length === 1 ? t`Go to` : t`Go to one of these`}
      </Box>
      <Stack component="ul" gap="xs">
        {sortByDistance(places, position).map(place => (
          <li key={place.id}>
            <a className={classes.place} href={toMapUrl(place)} target="_blank" rel="noreferrer">
              <IconMapPin size="1.75rem" aria-hidden />
              <span dir="auto">{place.name}</span>
              {position && <span className={classes.way}>{wayText(position, place)}</span>}
            </a>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
