import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Flex, Group, Text, UnstyledButton } from '@mantine/core'
import type { BroadcastDetail, BroadcastFigures } from '@muster/contract/broadcasts.ts'
import { type Icon, IconBellRinging, IconClockQuestion, IconEye, IconMailOff } from '@tabler/icons-react'
import { api, orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import type { Tone } from '../../ui/badges/tag.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { answerLooks } from './answer-look.ts'
import classes from './broadcasts.module.css'
import { EndQuestionButton } from './end-question-button.tsx'
import { type RecipientFilter, RecipientList, type Recipients } from './recipient-list.tsx'

type Props = {
  broadcast: BroadcastDetail
  figures: BroadcastFigures
  recipients: Recipients
}

type Line = {
  name: string
  count: number
  tone: Tone
  icon: Icon
  filter: RecipientFilter
}

/** Live counts of the answers, as bars that filter the people below, and a reminder to those who have not answered. */
export function BroadcastProgress({ broadcast, figures, recipients }: Props) {
  const { answers, remindedAt, questionEndedAt, mayManage } = broadcast
  const { search, onSearch } = recipients
  const show = (who: string | undefined) => onSearch({ who }, { replace: true })
  const asks = answers.length > 0
  const { people, answered, seen, unreachable } = figures
  const done = asks ? answered : answered + seen
  const waiting = people - done - unreachable
  const mayRemind = waiting > 0 && questionEndedAt === null
  const isOpenQuestion = asks && broadcast.priority === 'urgent' && questionEndedAt === null
  const lines = linesOf(broadcast, figures)
  const chosen = lines.find(({ name }) => name === search.who)
  const remind = useAct({
    call: () => api.broadcasts.remind({ broadcastId: broadcast.id }),
    done: ({ people: count }) => [t`Reminded ${formatCount(count)} ${count === 1 ? 'person' : 'people'}`],
    failed: t`The reminder could not be sent. Please try again.`,
    invalidates: [orpc.broadcasts.get.key()],
  })
  return (
    <Flex component="section" direction="column" gap="xs" aria-label={t`Who has it`}>
      <Text component="h3" fw={600}>
        {asks ? t`Answered` : t`Seen`}: {formatCount(done)} of {formatCount(people)}
      </Text>
      <Flex component="ul" direction="column" gap={4}>
        {lines.map(line => (
          <li key={line.name}>
            <Bar
              line={line}
              of={people}
              pressed={line === chosen}
              onPress={() => show(line === chosen ? undefined : line.name)}
            />
          </li>
        ))}
      </Flex>
      {mayManage && (mayRemind || isOpenQuestion) && (
        <Group gap="xs">
          {mayRemind && (
            <Button
              variant="default"
              leftSection={<IconBellRinging size="1.125rem" aria-hidden />}
              loading={remind.isPending}
              onClick={() => remind.mutate()}
            >
              Remind {formatCount(waiting)} {waiting === 1 ? 'person' : 'people'}
            </Button>
          )}
          {isOpenQuestion && <EndQuestionButton broadcast={broadcast} />}
        </Group>
      )}
      {questionEndedAt && (
        <Text size="xs" c="dimmed">
          <Trans>Question ended</Trans> <RelativeTime at={questionEndedAt} />
        </Text>
      )}
      {remindedAt && (
        <Text size="xs" c="dimmed">
          <Trans>Last reminded</Trans> <RelativeTime at={remindedAt} />
        </Text>
      )}
      <Group justify="space-between" gap="4px 8px">
        <Text component="h3" fw={600}>
          {chosen ? chosen.name : t`Everybody`}
        </Text>
        {chosen && (
          <Button variant="subtle" onClick={() => show(undefined)}>
            <Trans>Show everybody</Trans>
          </Button>
        )}
      </Group>
      <RecipientList
        broadcastId={broadcast.id}
        filter={chosen?.filter ?? {}}
        isLong={people > 8}
        recipients={recipients}
      />
    </Flex>
  )
}

/** Bars by urgency: help, no reaction, not reached; then the rest. */
function linesOf({ answers, answerCounts }: BroadcastDetail, figures: BroadcastFigures): Line[] {
  const asks = answers.length > 0
  const { people, answered, seen, unreachable } = figures
  const done = asks ? answered : answered + seen
  const answerLines = (meaning: 'safe' | 'help' | 'neutral'): Line[] =>
    answerCounts
      .filter(it => it.meaning === meaning)
      .map(({ answer, people: count }) => ({
        name: answer,
        count,
        tone: answerLooks[meaning].tone,
        icon: answerLooks[meaning].icon,
        filter: { answer },
      }))
  const waiting: Line = {
    name: asks ? t`No answer yet` : t`Not seen yet`,
    count: people - done - unreachable,
    tone: 'caution',
    icon: IconClockQuestion,
    filter: { waiting: true },
  }
  const notReached: Line = {
    name: 'Not reached',
    count: unreachable,
    tone: 'caution',
    icon: IconMailOff,
    filter: { state: 'unreachable' },
  }
  const seenLine: Line = {
    name: 'Seen',
    count: done,
    tone: 'good',
    icon: IconEye,
    filter: { state: 'seen' },
  }
  return [
    ...answerLines('help'),
    waiting,
    ...(unreachable > 0 ? [notReached] : []),
    ...answerLines('neutral'),
    ...answerLines('safe'),
    ...(asks ? [] : [seenLine]),
  ]
}

type BarProps = { line: Line; of: number; pressed: boolean; onPress: () => void }

function Bar({ line: { name, count, tone, icon: Icon }, of, pressed, onPress }: BarProps) {
  return (
    <UnstyledButton
      type="button"
      className={classes.bar}
      fz="sm"
      data-tone={tone}
      aria-pressed={pressed}
      onClick={onPress}
    >
      <Icon size="1.125rem" aria-hidden />
      <span dir="auto">{name}</span>
      <span>{formatCount(count)}</span>
      <span className={classes.track} aria-hidden>
        <span style={{ width: `${of > 0 ? (count / of) * 100 : 0}%` }} />
      </span>
    </UnstyledButton>
  )
}
