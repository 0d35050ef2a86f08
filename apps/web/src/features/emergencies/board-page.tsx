import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import type { Emergency, EmergencyDetail } from '@muster/contract/emergencies.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { IconArrowLeft, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { appBadge } from '../../lib/app-badge.ts'
import { hasCode, isNotFound, toNextPageError } from '../../lib/error-text.ts'
import { formatList } from '../../lib/format-list.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { kindTitle } from '../../ui/alarm/kind-words.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useIsPhone } from '../../ui/layout/use-screen.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { ZoneClock } from '../../ui/time/zone-clock.tsx'
import { AllClearDialog } from './all-clear-dialog.tsx'
import { BoardMenu } from './board/board-menu.tsx'
import { Roll } from './board/roll.tsx'
import { useDeskAlarm } from './board/use-desk-alarm.ts'
import { BoardNumbers } from './board-numbers.tsx'
import { useSweepsAndTeams, WorkButtons } from './captains/board-sweeps-and-teams.tsx'
import { formatCountdown } from './captains/captain-words.ts'
import type { BoardProps } from './emergencies-search.ts'
import { EndedPage } from './ended-page.tsx'
import { PeopleApart } from './people-apart.tsx'
import { useSeeHelp } from './use-see-help.ts'
import { useWakeLock } from './use-wake-lock.ts'

type Props = BoardProps & { emergencyId: string }

export function BoardPage({ emergencyId, ...address }: Props) {
  const query = useQuery(orpc.emergencies.get.queryOptions({ input: { emergencyId } }))
  const { data: emergency, error } = query
  if (emergency)
    return emergency.allClearAt === null || address.search.view === 'correct' ? (
      <Board key={emergency.id} emergency={emergency} {...address} />
    ) : (
      <EndedPage
        key={emergency.id}
        emergency={emergency}
        back={<BackToList />}
        notes={<WhoseBoard emergency={emergency} />}
        {...address}
      />
    )
  return (
    <Page title={t`Emergency`} secondary={<BackToList />}>
      {!error && <ListSkeleton count={4} />}
      {error &&
        (isNotFound(error) ? (
          <NotAllowed title={t`This emergency no longer exists, or you can’t see it.`} />
        ) : hasCode(error, 'FORBIDDEN') ? (
          <NotAllowed title={t`Only people who manage one of these zones can see who is missing.`} />
        ) : (
          <ErrorState
            title={t`Failed to load the emergency`}
            text={toNextPageError(error)}
            error={error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ))}
    </Page>
  )
}

const BackToList = () => (
  <ActionIcon
    icon={IconArrowLeft}
    renderRoot={props => <Link {...props} to={paths.emergencies} />}
    size={44}
    aria-label={t`All emergencies`}
  />
)

/** Follows a zone of the emergency while the board is open. Administrators hear of all zones anyway. */
function ZoneFeed({ zoneId }: { zoneId: string }) {
  useFeedTopic(zoneTopic(zoneId))
  return null
}

function Board({ emergency, ...address }: BoardProps & { emergency: EmergencyDetail }) {
  const { kind, zoneName, drill, declaredAt, allClearAt, states, mayEnd, zones, timeZone } = emergency
  const { search, onSearch } = address
  const isPhone = useIsPhone()
  const isOpen = allClearAt === null
  useWakeLock(isOpen)
  useDeskMarks(emergency, isOpen)
  useSeeHelp(emergency.id, isOpen && states.help > 0, emergency)
  const sound = useDeskAlarm(emergency, isOpen)
  // Who needs help is above every list, so the board opens on the missing.
  const state = search.state ?? 'missing'
  const work = useSweepsAndTeams({
    emergencyId: emergency.id,
    zones: zones.filter(it => it.mayMark),
    isOver: !isOpen,
  })
  const title = kindTitle(kind, zoneName)
  return (
    <ZoneClock timeZone={timeZone}>
      <Page
        title={drill ? t`DRILL: ${title}` : title}
        tone={isOpen ? (drill ? 'drill' : 'alarm') : undefined}
        subtitle={
          isOpen ? (
            <RunningTime since={declaredAt} />
          ) : (
            <Tag tone="good" icon={IconShieldCheck}>
              {emergency.brokenOff ? (
                t`Broken off: a real call came`
              ) : (
                <Trans>
                  All clear <RelativeTime at={allClearAt} form="clock" />
                </Trans>
              )}
            </Tag>
          )
        }
        secondary={
          <BoardMenu emergency={emergency} state={state} work={work.entries} sound={sound} {...address} />
        }
        action={!isPhone && mayEnd && isOpen && <AllClearButton emergency={emergency} />}
      >
        <Stack gap="sm">
          <WhoseBoard emergency={emergency} />
          <BoardNumbers
            states={states}
            inside={emergency.insideWithTeams}
            chosen={state}
            onChoose={chosen =>
              onSearch({ state: chosen, place: undefined, answered: undefined }, { replace: true })
            }
          />
          <WorkButtons entries={work.entries.filter(it => it.isPressing)} />
          {work.dialog}
          <Roll
            emergency={emergency}
            state={state}
            work={work.entries.filter(it => !it.isPressing)}
            {...address}
          />
          <PeopleApart emergency={emergency} />
        </Stack>
      </Page>
    </ZoneClock>
  )
}

/** Follows the zones of the emergency, and says whose people the reader does not see. */
function WhoseBoard({
  emergency: { zones, seesAll },
}: {
  emergency: Pick<EmergencyDetail, 'zones' | 'seesAll'>
}) {
  const { isZoneBound } = useSelectedZone()
  return (
    <>
      {isZoneBound && zones.map(({ id }) => <ZoneFeed key={id} zoneId={id} />)}
      {!seesAll && <Text>{limitedViewText(zones)}</Text>}
    </>
  )
}

function limitedViewText(zones: EmergencyDetail['zones']): string {
  const zoneNames = formatList(zones.map(it => it.name))
  return zones.length === 0
    ? t`You see none of the people. Administrators have the list.`
    : t`You see the people of ${zoneNames}. Others are on the administrators’ list.`
}

type AllClearButtonProps = { emergency: EmergencyDetail }

function AllClearButton({ emergency }: AllClearButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={IconShieldCheck} iconSize="1.25rem" variant="default" onClick={() => setIsOpen(true)}>
        {t`All clear`}
      </Button>
      <AllClearDialog emergency={emergency} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** The time since the call, running: “07:42 since the call”. */
function RunningTime({ since }: { since: string }) {
  const elapsed = formatCountdown(Math.max(0, useNow(true) - Date.parse(since)))
  return (
    <span role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Trans>{elapsed} since the call</Trans>
    </span>
  )
}

/** The number of people not accounted for, while `isActive`; afterwards both say again what they said before. */
function useDeskMarks({ states: { help, missing } }: Pick<Emergency, 'states'>, isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const title = document.title
    const missingText = plural(missing, { other: '# missing' })
    const marks =
      help > 0
        ? `${plural(help, { one: '# needs help', other: '# need help' })}, ${missingText}`
        : missingText
    const markedTitle = t`(${marks}) ${title}`
    document.title = markedTitle
    return () => {
      // The next page may have set its own title already.
      if (document.title === markedTitle) document.title = title
    }
  }, [help, missing, isActive])
  useEffect(() => {
    if (isActive) appBadge.setDeskCount(help + missing)
  }, [help, missing, isActive])
  useEffect(() => {
    if (!isActive) return
    return () => appBadge.setDeskCount(undefined)
  }, [isActive])
}
