import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import type { RespondersView as View } from '@muster/contract/responders.ts'
import type { PersonInside, SoughtPerson } from '@muster/contract/roll-person.ts'
import { limits } from '@muster/domain/limits.ts'
import { findSoughtSection, type SoughtSection } from '@muster/domain/roll-order.ts'
import { findUnknownBadge } from '@muster/domain/stand-in-name.ts'
import { IconClockExclamation, IconMap2, IconPrinter, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { orpc } from '../../../lib/api.ts'
import { hasCode } from '../../../lib/error-text.ts'
import { toMapUrl } from '../../../lib/map-url.ts'
import { toShownName } from '../../../lib/shown-name.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { useHeldValue } from '../../../lib/use-held-value.ts'
import { ActionIcon } from '../../../ui/action-icon.tsx'
import { kindTitle } from '../../../ui/alarm/kind-words.ts'
import { Tag } from '../../../ui/badges/tag.tsx'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { AgeGrey } from '../../../ui/live/age-grey.tsx'
import { CautionBar } from '../../../ui/live/caution-bar.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ListSkeleton } from '../../../ui/states/skeletons.tsx'
import { ClockContext } from '../../../ui/time/clock-context.ts'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { useNow } from '../../../ui/time/use-now.ts'
import { TimeZoneNote, ZoneClock } from '../../../ui/time/zone-clock.tsx'
import { LastKnown } from '../board/last-known.tsx'
import { BoardNumbers } from '../board-numbers.tsx'
import { answerText, soughtHeading, stateLabels } from '../emergency-words.ts'
import { InsideWithTag, SeenOnList, WhyListed } from '../person-parts.tsx'
import { PhoneLine, RollPersonCard } from '../roll-person-card.tsx'
import { UnlistedBadges } from '../unlisted-badges.tsx'
import classes from './responders.module.css'

const refetchMs = 10_000
/** Milliseconds after which the numbers no longer count as current: two reads were missed. */
const currentMs = 25_000
const pageSize = 200

type Props = { accessKey: string; onEnded: () => void }

/** The list for responders: the numbers, and the people to look for, read again every ten seconds. */
export function RespondersView({ accessKey, onEnded }: Props) {
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const search = useDebouncedText(text.trim()) || undefined
  const query = useQuery({
    ...orpc.responders.read.queryOptions({ input: { key: accessKey, search, limit } }),
    refetchInterval: refetchMs,
    refetchIntervalInBackground: true,
    staleTime: 0,
    // Nothing stays on the device once the page is left.
    gcTime: 0,
  })
  const { error } = query
  // Until another search is read, the page shows the last answer, with its own time.
  const isPending = query.data === undefined
  const data = useHeldValue(query.data, isPending)
  const readAt = useHeldValue(query.dataUpdatedAt, isPending)
  const isEnded = hasCode(error, 'RESPONDER_LINK_ENDED')
  useEffect(() => {
    if (isEnded) onEnded()
  }, [isEnded, onEnded])
  if (isEnded) return null
  if (!data) return <Loaded query={query} failure={t`Failed to load the list`} skeleton={4} />
  return (
    <ZoneClock timeZone={data.board.timeZone}>
      <Stack>
        <DataAge
          readAt={readAt}
          board={<Board view={data} />}
          acts={
            <Group gap="sm" data-no-print>
              <SearchField label={t`Search by name`} value={text} onChange={setText} beside />
              <Button variant="default" icon={IconPrinter} onClick={() => window.print()}>
                {t`Print`}
              </Button>
            </Group>
          }
        >
          <Stack>
            <People view={data} isFiltered={search !== undefined} isPending={isPending} />
            <PeopleInside people={data.inside} />
          </Stack>
        </DataAge>
        {data.total > data.people.length && limit < limits.responderPeopleMost && (
          <Button
            variant="default"
            data-no-print
            onClick={() => setLimit(Math.min(limit + pageSize, limits.responderPeopleMost))}
          >
            {t`Show more`}
          </Button>
        )}
      </Stack>
    </ZoneClock>
  )
}

type AgeProps = {
  readAt: number
  board: ReactNode
  /** Stays as it is, because it works on old data too. */
  acts: ReactNode
  children: ReactNode
}

/** Says how old the numbers and the people are, and greys them once reads were missed. */
function DataAge({ readAt, board, acts, children }: AgeProps) {
  const now = useNow(true)
  const isOld = now - readAt > currentMs
  const readTime = new Date(readAt)
  const { formatClock, formatAbsolute } = useContext(ClockContext)
  const clock = formatClock(readTime, new Date(now))
  return (
    <>
      {isOld && (
        <div role="status">
          <CautionBar icon={<IconClockExclamation size="1.125rem" aria-hidden />} doubtful>
            <Trans>
              As of {clock}, <RelativeTime at={readTime.toISOString()} bySeconds />. The list can’t be updated
              right now.
            </Trans>
          </CautionBar>
        </div>
      )}
      <AgeGrey stale={isOld}>{board}</AgeGrey>
      {!isOld && (
        <>
          <Text c="dimmed" data-no-print>
            <Trans>As of {clock}. Updates every 10 seconds.</Trans>
          </Text>
          <Text data-print-only>{formatAbsolute(readTime)}</Text>
        </>
      )}
      {acts}
      <AgeGrey stale={isOld}>{children}</AgeGrey>
    </>
  )
}

function Board({ view: { board, inside, expiresAt, seesAll } }: { view: View }) {
  const { kind, zoneName, drill, declaredAt, allClearAt, people, states, message } = board
  return (
    <Stack gap="sm">
      <h1 className={classes.title} dir="auto">
        {kindTitle(kind, zoneName)}
      </h1>
      <Group gap="xs">
        {drill && <Tag tone="yellow">{t`Drill`}</Tag>}
        {allClearAt !== null && (
          <Tag tone="good" icon={IconShieldCheck}>
            <Trans>
              All clear <RelativeTime at={allClearAt} form="clock" />
            </Trans>
          </Tag>
        )}
        <Text c="dimmed">
          <RelativeTime at={declaredAt} form="since" /> ·{' '}
          {t`${plural(people, { one: '# person', other: '# people' })} on the list`} ·{' '}
          <Trans>
            this link works until <RelativeTime at={expiresAt} form="clock" />
          </Trans>
        </Text>
      </Group>
      <TimeZoneNote />
      {!seesAll && (
        <Text fw={600}>
          {zoneName ? (
            <Trans>
              Only people of <Name>{zoneName}</Name>. Others are not on this list.
            </Trans>
          ) : (
            t`People of other zones are not on this list.`
          )}
        </Text>
      )}
      {message !== '' && <Text dir="auto">{message}</Text>}
      <BoardNumbers states={states} inside={inside.length} />
    </Stack>
  )
}

type PeopleProps = {
  view: View
  isFiltered: boolean
  /** True while the view is the answer to another search, which says nothing about this one if it is empty. */
  isPending: boolean
}

function People({
  view: { board, people, total, seesAll, missingOffSite, missingUnknown, unlistedBadges },
  isFiltered,
  isPending,
}: PeopleProps) {
  if (people.length === 0) {
    // Only the numbers can say that nobody is missing: an empty list may also be one that is not complete yet.
    const isClear = board.states.missing + board.states.help === 0
    if (isPending || (!isFiltered && !isClear)) return <ListSkeleton count={2} />
    return isFiltered ? (
      <EmptyState icon={IconShieldCheck} title={t`Nobody matches`} text={t`Search for another name.`} />
    ) : (
      <EmptyState
        icon={IconShieldCheck}
        title={t`Nobody is missing`}
        text={
          seesAll
            ? t`Everybody on the list is accounted for.`
            : t`Everybody on this list is accounted for. People of other zones are not on it.`
        }
      />
    )
  }
  const shown = people.length
  const listSection = (...sections: SoughtSection[]) =>
    people.filter(it => sections.includes(findSoughtSection(it)))
  const onSite = listSection('help', 'missing', 'not_seen')
  const offSite = listSection('off_site')
  const unknown = listSection('unknown')
  return (
    <Stack gap="sm">
      {total > shown && <Text>{t`The first ${shown} of ${total} people`}</Text>}
      {onSite.length > 0 && <PersonList people={onSite} label={t`People to look for`} />}
      {offSite.length > 0 && (
        <>
          <Text component="h2" fw={600}>
            {soughtHeading('off_site', isFiltered ? undefined : missingOffSite)}
          </Text>
          <PersonList people={offSite} label={t`Called, not on site`} />
        </>
      )}
      {unknown.length > 0 && (
        <details className={classes.unknown ?? ''}>
          <summary>{soughtHeading('unknown', isFiltered ? undefined : missingUnknown)}</summary>
          <p dir="ltr">{unknown.map(it => findUnknownBadge(it.name) ?? it.name).join(', ')}</p>
        </details>
      )}
      {!isFiltered && <UnlistedBadges count={unlistedBadges} />}
    </Stack>
  )
}

const PersonList = ({ people, label }: { people: readonly SoughtPerson[]; label: string }) => (
  <ul className={classes.people} aria-label={label}>
    {people.map(person => (
      <li key={person.id}>
        <Person person={person} />
      </li>
    ))}
  </ul>
)

function Person({ person }: { person: SoughtPerson }) {
  const { state, needs, answer, insideWith, position } = person
  const clock = useContext(ClockContext)
  const name = toShownName(person.name)
  const shown = { ...person, position, accuracyMeters: null }
  return (
    <RollPersonCard
      person={person}
      name={name}
      isUrgent={state === 'help'}
      tags={
        <>
          <Tag tone={state === 'help' ? 'danger' : 'caution'}>{stateLabels[state]}</Tag>
          {insideWith && <InsideWithTag insideWith={insideWith} />}
        </>
      }
      acts={
        position && (
          <ActionIcon
            icon={IconMap2}
            component="a"
            href={toMapUrl(position)}
            size={48}
            variant="default"
            aria-label={t`Open the position of ${name} in the map app`}
          />
        )
      }
    >
      <WhyListed {...shown} />
      {needs && <Text dir="auto">{t`Help needed to leave: ${needs}`}</Text>}
      {answer && <Text dir="auto">{answerText(answer, clock)}</Text>}
      <PhoneLine {...person} />
      {position && <LastKnown position={position} />}
      <SeenOnList person={shown} position={position} />
    </RollPersonCard>
  )
}

function PeopleInside({ people }: { people: readonly PersonInside[] }) {
  if (people.length === 0) return null
  return (
    <Stack gap="sm">
      <Text component="h2" fw={600}>
        {t`Inside with teams`}
      </Text>
      <ul className={classes.people} aria-label={t`Inside with teams`}>
        {people.map(person => (
          <li key={person.id}>
            <RollPersonCard
              person={person}
              name={toShownName(person.name)}
              tags={<InsideWithTag insideWith={person} />}
            >
              <Text c="dimmed" dir="auto">
                {person.zoneName}
              </Text>
              <PhoneLine {...person} />
            </RollPersonCard>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
