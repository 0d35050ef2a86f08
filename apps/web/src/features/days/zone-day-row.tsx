import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Anchor, Button, Flex, Group, Text } from '@mantine/core'
import type { ZoneDayPlace } from '@muster/contract/presence-days.ts'
import {
  IconClockExclamation,
  IconMapPinCheck,
  IconMapPinExclamation,
  IconMapPinOff,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, memo, useContext, useState } from 'react'
import { formatAccuracy } from '../../lib/format-accuracy.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatClock } from '../../lib/format-time.ts'
import { paths } from '../../lib/paths.ts'
import { MockMark, mockText } from '../../ui/badges/mock-mark.tsx'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { StaleContext } from '../../ui/live/stale-context.ts'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { AxisSpan, ShiftBands } from './day-player.tsx'
import type { DayAxis, Span } from './day-timeline.ts'
import { describeVisit, formatMinute } from './day-words.ts'
import classes from './days.module.css'
import type { PresenceAtMoment, ZoneDayPerson } from './zone-day-timeline.ts'

/** Maximum number of visits listed per person at once. */
const maxShownVisits = 12

type Props = {
  person: ZoneDayPerson
  /** Must be stable. */
  axis: DayAxis
  /** The person's presence at the slider's moment, and the last reading of a visit past the freshness limit. */
  now: PresenceAtMoment
  unseenSince: number | undefined
  place: ZoneDayPlace | undefined
  chosen: boolean
  /** The link to the person's own day, for people who may see it. */
  dayLink: { zone: string; date: string } | undefined
  /** Moves the slider. Must be stable, or all rows render again. */
  onMoment: (moment: number) => void
}

export const ZoneDayRow = memo(function ZoneDayRow(props: Props) {
  const { person, axis, now, unseenSince, place, chosen, dayLink, onMoment } = props
  const { userId, name, role, visits, length } = person
  const locatedAt = place && formatMinute(Date.parse(place.at))
  return (
    <div className={classes.visitor} data-chosen={chosen || undefined}>
      <PersonChip
        name={name}
        size={32}
        detail={
          <>
            <RoleBadge role={role} />
            <MockMark mock={visits.some(({ mock }) => mock)} />
          </>
        }
      />
      <Group gap="4px 12px">
        <StateTag now={now} unseenSince={unseenSince} day={new Date(axis.from)} />
        {place && (
          <Text span c="dimmed">
            <Trans>Located {locatedAt}</Trans>
            {place.accuracyMeters !== null && ` · ${formatAccuracy(place.accuracyMeters)}`}
          </Text>
        )}
        {dayLink && (
          <Anchor
            renderRoot={props => <Link {...props} to={paths.day} search={{ ...dayLink, user: userId }} />}
            underline="always"
            display="inline-block"
            lh="44px"
            my={-12}
            aria-label={t`Day on the map for ${name}`}
          >
            {t`Day on the map`}
          </Anchor>
        )}
      </Group>
      <div className={classes.axis} aria-hidden>
        <ShiftBands axis={axis} />
        {visits.map(visit => (
          <Fragment key={visit.id}>
            <AxisSpan
              axis={axis}
              span={{ from: visit.from, to: visit.knownTo }}
              look="visit"
              data-mock={visit.mock || undefined}
              data-open={(visit.exit === null && visit.unseenSince === null) || undefined}
              onMoment={onMoment}
            />
            {visit.knownTo < visit.to && (
              <AxisSpan axis={axis} span={{ from: visit.knownTo, to: visit.to }} look="unseenVisit" />
            )}
          </Fragment>
        ))}
      </div>
      <VisitTimes visits={visits} length={length} axis={axis} />
    </div>
  )
})

type StateProps = Pick<Props, 'now' | 'unseenSince'> & { day: Date }

function StateTag({ now, unseenSince, day }: StateProps) {
  if (now === 'unseen' && unseenSince !== undefined) {
    const time = formatClock(new Date(unseenSince), day)
    return (
      <Tag tone="caution" icon={IconClockExclamation}>
        <Trans>Not seen since {time}</Trans>
      </Tag>
    )
  }
  return now === 'inside' ? (
    <Tag tone="inside" icon={IconMapPinCheck}>
      {t`Inside`}
    </Tag>
  ) : (
    <Tag icon={IconMapPinOff}>
      {now === 'left' ? t({ message: 'Left', context: 'departed' }) : t`Not arrived yet`}
    </Tag>
  )
}

type TimesProps = { axis: Span } & Pick<ZoneDayPerson, 'visits' | 'length'>

function VisitTimes({ visits, length, axis }: TimesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const isStale = useContext(StaleContext)
  const total = visits.length
  const duration = formatDuration(length / 60_000)
  const shownVisits = showsAll ? visits : visits.slice(0, maxShownVisits)
  return (
    <Group gap="2px 16px" fz="xs">
      {shownVisits.map(visit => (
        <Flex key={visit.id} component="span" align="center" gap={4} data-figures>
          {visit.mock && (
            <IconMapPinExclamation
              size="0.875rem"
              color="var(--m-uncertain)"
              role="img"
              aria-label={mockText}
            />
          )}
          {describeVisit(visit, axis, isStale)}
        </Flex>
      ))}
      {shownVisits.length < total && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
          <Trans>
            <Plural value={total} one="Show # visit" other="Show all # visits" />
          </Trans>
        </Button>
      )}
      {length > 0 && (
        <Text span inherit c="dimmed">
          <Trans>{duration} in total</Trans>
        </Text>
      )}
    </Group>
  )
}
