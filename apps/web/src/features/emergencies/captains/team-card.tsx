import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ParRoundView, Team } from '@muster/contract/captains.ts'
import { toParPhase } from '@muster/domain/par.ts'
import { IconAlertTriangle, IconCheck, IconClock, IconPlayerStop } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { formatList } from '../../../lib/format-list.ts'
import { useSendOrQueue, useWaitingPayloads } from '../../../offline/use-send-or-queue.ts'
import { Tag } from '../../../ui/badges/tag.tsx'
import { Button } from '../../../ui/button.tsx'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { FailedAct } from '../../../ui/forms/failed-act.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { CallLink } from '../../../ui/people/call-link.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { ClockContext } from '../../../ui/time/clock-context.ts'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { useNow } from '../../../ui/time/use-now.ts'
import classes from './captain.module.css'
import { formatCountdown } from './captain-words.ts'
import { teamConfirmationSender } from './team-confirmation.sender.ts'

export function TeamCard({ team, mayMark }: { team: Team; mayMark: boolean }) {
  const { name, zoneName, people, rounds, intervalMinutes, startedBy, startedAt, endedAt } = team
  const [isEnding, setIsEnding] = useState(false)
  const openRound = rounds.find(it => it.closedAt === null)
  const waitingConfirmations = useWaitingPayloads(teamConfirmationSender)
  const waitingIds = new Set(
    waitingConfirmations
      .filter(it => it.teamId === team.id && it.round === openRound?.number)
      .flatMap(it => it.personIds),
  )
  const isConfirmed = (it: Team['people'][number]) => it.confirmed !== null || waitingIds.has(it.id)
  const unconfirmed = people.filter(it => !isConfirmed(it))
  const sendOrQueue = useSendOrQueue(teamConfirmationSender)
  const confirm = useAct({
    call: (personIds: string[]) =>
      sendOrQueue({
        ...{ teamId: team.id, teamName: name, round: openRound?.number ?? 1 },
        ...{ personIds, requestId: uuidV7() },
      }),
    failed: t`The confirmation couldn’t be stored. Try again.`,
    invalidates: [orpc.captains.open.key(), orpc.captains.teams.key()],
  })
  const confirmedCount = formatCount(people.length - unconfirmed.length)
  const peopleCount = formatCount(people.length)
  return (
    <Panel component="section" gap="sm" p="sm" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Box fz="1.125rem" fw={600} lh={1.3} dir="auto">
          {name}
        </Box>
        {openRound ? <RoundTimer round={openRound} /> : <Tag>{t`Ended`}</Tag>}
      </Group>
      <Text c="dimmed" dir="auto">
        {zoneName !== '' && `${zoneName} · `}
        {t`${plural(intervalMinutes, { one: 'every minute', other: 'every # minutes' })}`}
        {' · '}
        <Trans>
          started by {startedBy} <RelativeTime at={startedAt} />
        </Trans>
        {endedAt !== null && (
          <>
            {' · '}
            <Trans>
              ended <RelativeTime at={endedAt} form="clock" />
            </Trans>
          </>
        )}
      </Text>
      {openRound && (
        <Text fw={600} role="status">
          <Trans>
            Round {formatCount(openRound.number)}: {confirmedCount} of {peopleCount} confirmed
          </Trans>
        </Text>
      )}
      <Stack gap="xs" component="ul">
        {people.map(person => (
          <Group key={person.id} component="li" justify="space-between" gap="sm" wrap="nowrap">
            <Stack gap={0} miw={0}>
              <Text fw={600} size="md">
                <Name>{person.name}</Name>
              </Text>
              {openRound && (
                <Text c="dimmed">
                  <ConfirmedText person={person} isWaiting={waitingIds.has(person.id)} />
                </Text>
              )}
            </Stack>
            <Group gap="xs" wrap="nowrap">
              <CallLink name={person.name} phone={person.phone} />
              {openRound &&
                mayMark &&
                (isConfirmed(person) ? (
                  <IconCheck size="1.75rem" color="var(--m-inside)" role="img" aria-label={t`Confirmed`} />
                ) : (
                  <Button
                    mih={48}
                    variant="default"
                    disabled={confirm.isPending}
                    aria-label={t`Confirm ${person.name}`}
                    onClick={() => confirm.mutate([person.id])}
                  >
                    {t`Confirm`}
                  </Button>
                ))}
            </Group>
          </Group>
        ))}
      </Stack>
      {openRound && mayMark && (
        <SimpleGrid minColWidth="min(100%, 6.5rem)" autoFlow="auto-fit" spacing="xs">
          <Button
            mih={56}
            color="green"
            icon={IconCheck}
            iconSize="1.25rem"
            disabled={confirm.isPending || unconfirmed.length === 0}
            onClick={() => confirm.mutate(unconfirmed.map(it => it.id))}
          >
            {t`Confirm all`}
          </Button>
          <Button
            mih={56}
            variant="default"
            icon={IconPlayerStop}
            iconSize="1.25rem"
            onClick={() => setIsEnding(true)}
          >
            {t`End`}
          </Button>
          <EndTeamDialog
            team={team}
            unconfirmed={unconfirmed}
            opened={isEnding}
            onClose={() => setIsEnding(false)}
          />
        </SimpleGrid>
      )}
      <IncompleteRounds team={team} />
    </Panel>
  )
}

function ConfirmedText({ person, isWaiting }: { person: Team['people'][number]; isWaiting: boolean }) {
  const { formatClock } = useContext(ClockContext)
  if (isWaiting) return t`Confirmed, not sent yet`
  if (!person.confirmed) return t`Not confirmed yet`
  const { by, at } = person.confirmed
  const clock = formatClock(new Date(at), new Date())
  return t`${by}, ${clock}`
}

/** The time until everybody must be confirmed, and how long ago that was. */
function RoundTimer({ round }: { round: ParRoundView }) {
  const now = useNow(true)
  const dueAt = Date.parse(round.dueAt)
  const phase = toParPhase({ openedAt: Date.parse(round.openedAt), dueAt }, now)
  const time = formatCountdown(dueAt - now)
  const Icon = phase === 'overdue' ? IconAlertTriangle : IconClock
  return (
    <span className={classes.timer} data-phase={phase} role="timer">
      <Icon size="1.25rem" aria-hidden />
      {phase === 'overdue' ? t`Overdue ${time}` : phase === 'near' ? t`Due soon ${time}` : t`Due in ${time}`}
    </span>
  )
}

/** Maximum incomplete rounds listed. */
const maxRounds = 5

function IncompleteRounds({ team }: { team: Team }) {
  const { formatClock } = useContext(ClockContext)
  const rounds = team.rounds.filter(it => it.closedAt !== null && it.missing.length > 0).slice(0, maxRounds)
  const lateRounds = team.rounds.filter(it => it.confirmedLate.length > 0).slice(0, maxRounds)
  if (rounds.length === 0 && lateRounds.length === 0) return null
  const others = team.incompleteRounds - rounds.length
  const more = formatCount(others)
  return (
    <Stack gap={4} c="var(--m-danger)">
      {rounds.map(({ number, closedAt, missing }) => {
        const roundNumber = formatCount(number)
        const clock = formatClock(new Date(closedAt ?? 0), new Date())
        const names = formatList(missing)
        return (
          <Text key={number} fw={600} dir="auto">
            {t`Round ${roundNumber}, ${clock}: not complete. Not confirmed: ${names}`}
          </Text>
        )
      })}
      {lateRounds.map(({ number, confirmedLate }) => {
        const roundNumber = formatCount(number)
        const names = formatList(confirmedLate)
        return (
          <Text key={`late-${number}`} fw={600} dir="auto">
            {t`Round ${roundNumber}: confirmed only after the end: ${names}`}
          </Text>
        )
      })}
      {others > 0 && (
        <Text fw={600}>
          <Trans>{more} further rounds were not complete</Trans>
        </Text>
      )}
    </Stack>
  )
}

type Props = {
  team: Pick<Team, 'id'>
  /** Those who are not confirmed, neither on the server nor on this phone. */
  unconfirmed: Team['people']
  opened: boolean
  onClose: () => void
}

function EndTeamDialog({ team, unconfirmed, opened, onClose }: Props) {
  const [requestId] = useState(() => uuidV7())
  const end = useAct({
    call: (allOut: boolean) => api.captains.endTeam({ teamId: team.id, allOut, requestId }),
    onDone: onClose,
    invalidates: [orpc.captains.open.key(), orpc.captains.teams.key()],
  })
  const names = formatList(unconfirmed.map(it => it.name))
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Has everybody come out?`}>
      <Stack>
        <FailedAct act={end} failed={t`The team couldn’t be ended. Try again.`} />
        {names !== '' && (
          <p dir="auto">
            <Trans>Not confirmed in this round: {names}</Trans>
          </p>
        )}
        <Button mih={56} color="green" disabled={end.isPending} onClick={() => end.mutate(true)}>
          {t`Everybody is out`}
        </Button>
        <Button
          mih={56}
          color="red"
          variant="light"
          disabled={end.isPending}
          onClick={() => end.mutate(false)}
        >
          {t`End without them`}
        </Button>
        <Button mih={48} variant="default" onClick={onClose}>
          {t`Cancel`}
        </Button>
      </Stack>
    </ResponsiveDialog>
  )
}
