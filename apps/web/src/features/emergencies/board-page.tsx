import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { IconArrowLeft, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { hasCode, isNotFound, toNextPageError } from '../../lib/error-text.ts'
import { formatList } from '../../lib/format-list.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useIsPhone } from '../../ui/layout/use-screen.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { AddPersonButton } from './add-person-button.tsx'
import { AllClearButton } from './all-clear-button.tsx'
import { BoardMenu } from './board/board-menu.tsx'
import { BesideBoard, BoardPlaces } from './board/board-places.tsx'
import { RespondersMenu } from './board/responders-menu.tsx'
import { Roll } from './board/roll.tsx'
import { SoundButton } from './board/sound-button.tsx'
import { useDeskAlarm } from './board/use-desk-alarm.ts'
import { useDeskMarks } from './board/use-desk-marks.ts'
import { BoardNumbers } from './board-numbers.tsx'
import { useSweepsAndTeams, WorkButtons } from './captain/board-sweeps-and-teams.tsx'
import { ChangeOrderButton } from './change-order-button.tsx'
import type { BoardProps } from './emergencies-search.ts'
import { EmergencyReport } from './emergency-report.tsx'
import { kindTitle, toReasonTexts } from './emergency-words.ts'
import { PeopleApart } from './people-apart.tsx'
import { useSeeHelp } from './use-see-help.ts'
import { useWakeLock } from './use-wake-lock.ts'

type Props = BoardProps & { emergencyId: string }

/** The board of an emergency: who is missing, who needs help and who is safe. */
export function BoardPage({ emergencyId, ...address }: Props) {
  const query = useQuery(orpc.emergencies.get.queryOptions({ input: { emergencyId } }))
  const { data: emergency, error } = query
  if (emergency) return <Board key={emergency.id} emergency={emergency} {...address} />
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
    renderRoot={props => <Link {...props} to={paths.emergencies} />}
    variant="subtle"
    color="gray"
    size={44}
    aria-label={t`All emergencies`}
  >
    <IconArrowLeft size="1.25rem" aria-hidden />
  </ActionIcon>
)

/** Follows a zone of the emergency while the board is open. Administrators hear of all zones anyway. */
function ZoneFeed({ zoneId }: { zoneId: string }) {
  useFeedTopic(zoneTopic(zoneId))
  return null
}

function Board({ emergency, ...address }: BoardProps & { emergency: EmergencyDetail }) {
  const { kind, zoneName, drill, declaredAt, declaredBy, allClearAt, people, states } = emergency
  const { mayManage, mayEnd, zones, seesAll } = emergency
  const { search, onSearch } = address
  const { isZoneBound } = useSelectedZone()
  const isPhone = useIsPhone()
  const isOpen = allClearAt === null
  useWakeLock(isOpen)
  useDeskMarks(emergency, isOpen)
  useSeeHelp(emergency.id, isOpen && states.help > 0, emergency)
  const sound = useDeskAlarm(emergency, isOpen)
  // Chosen once: a call for help must not exchange the list under a thumb that is about to mark somebody as safe.
  const [firstState] = useState<PersonState>(() => (states.help > 0 ? 'help' : 'missing'))
  const state = search.state ?? firstState
  const work = useSweepsAndTeams({
    emergencyId: emergency.id,
    zones: zones.filter(it => it.mayMark),
    isOver: !isOpen,
  })
  return (
    <Page
      title={kindTitle(kind, zoneName)}
      subtitle={
        <>
          <RelativeTime at={declaredAt} form="since" /> · <span dir="auto">{declaredBy.name}</span>
        </>
      }
      secondary={
        <>
          {!isPhone && <BackToList />}
          {isOpen && <SoundButton state={sound.state} onTest={sound.test} />}
          {isPhone ? (
            <BoardMenu emergency={emergency} state={state} work={work.entries} {...address} />
          ) : (
            <>
              <RespondersMenu emergency={emergency} />
              {mayManage && isOpen && <AddPersonButton emergency={emergency} />}
            </>
          )}
        </>
      }
      action={
        !isPhone &&
        mayEnd &&
        isOpen && (
          <>
            <ChangeOrderButton emergency={emergency} />
            <AllClearButton emergency={emergency} />
          </>
        )
      }
    >
      <Stack>
        {isZoneBound && zones.map(({ id }) => <ZoneFeed key={id} zoneId={id} />)}
        {!seesAll && <Text size="sm">{limitedViewText(zones)}</Text>}
        <Group gap="xs">
          {drill && (
            <Tag tone="yellow">
              <Trans>Drill</Trans>
            </Tag>
          )}
          {allClearAt !== null && (
            <Tag tone="good" icon={IconShieldCheck}>
              {emergency.brokenOff ? (
                <Trans>Broken off: a real call came</Trans>
              ) : (
                <Trans>
                  All clear <RelativeTime at={allClearAt} form="clock" />
                </Trans>
              )}
            </Tag>
          )}
          <Text size="sm" c="dimmed">
            {t`${plural(people, { one: '# person', other: '# people' })} on the list`}
            {!isPhone && emergency.reasons.length > 0 && `: ${formatList(toReasonTexts(emergency.reasons))}`}
          </Text>
        </Group>
        <BoardNumbers
          states={states}
          inside={emergency.insideWithTeams}
          chosen={state}
          onChoose={chosen =>
            onSearch({ state: chosen, place: undefined, answered: undefined }, { replace: true })
          }
        />
        {isPhone && <WorkButtons entries={work.entries.filter(it => it.isPressing)} />}
        {work.dialog}
        <BesideBoard
          aside={
            !isPhone && (
              <>
                <BoardPlaces emergency={emergency} state={state} {...address} />
                <WorkButtons entries={work.entries} />
              </>
            )
          }
        >
          <Roll emergency={emergency} state={state} {...address} />
        </BesideBoard>
        <PeopleApart emergency={emergency} />
        {allClearAt !== null && <EmergencyReport emergency={emergency} />}
      </Stack>
    </Page>
  )
}

/** Says whose people the board leaves out. */
function limitedViewText(zones: EmergencyDetail['zones']): string {
  const zoneNames = formatList(zones.map(it => it.name))
  return zones.length === 0
    ? t`You see none of the people. Administrators have the list.`
    : t`You see the people of ${zoneNames}. Others are on the administrators’ list.`
}
