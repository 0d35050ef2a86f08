import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Flex, Group, Text, UnstyledButton } from '@mantine/core'
import type { BroadcastDetail, BroadcastFigures } from '@muster/contract/broadcasts.ts'
import { type Icon, IconBellRinging, IconClockQuestion, IconEye, IconMailOff } from '@tabler/icons-react'
import { api, orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { type Tone, toneStyle } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { answerStyles } from './answer-look.ts'
import classes from './broadcasts.module.css'
import { EndQuestionButton } from './end-question-button.tsx'
import { type RecipientFilter, RecipientList, type Recipients } from './recipient-list.tsx'

type Props = {
  broadcast: BroadcastDetail
  figures: BroadcastFigures
  recipients: Recipients
}

type ProgressLine = {
  /** The bar's value in the URL, the same in every language: the answer, or a state. */
  key: string
  name: string
  count: number
  tone: Tone
  icon: Icon
  filter: RecipientFilter
}

/** The bars filter the people below. Managers can remind those who have not reacted, and end an urgent question. */
export function BroadcastProgress({ broadcast, figures, recipients }: Props) {
  const { answers, remindedAt, questionEndedAt, mayManage } = broadcast
  const { search, onSearch } = recipients
  const showRecipients = (who: string | undefined) => onSearch({ who }, { replace: true })
  const asksAnswer = answers.length > 0
  const { people, answered, seen, unreachable } = figures
  const reachedCount = asksAnswer ? answered : answered + seen
  const waiting = people - reachedCount - unreachable
  const doneCount = formatCount(reachedCount)
  const peopleCount = formatCount(people)
  const mayRemind = waiting > 0 && questionEndedAt === null
  const isOpenQuestion = asksAnswer && broadcast.priority === 'urgent' && questionEndedAt === null
  const lines = progressLines(broadcast, figures)
  const selectedLine = lines.find(({ key }) => key === search.who)
  const remind = useAct({
    call: () => api.broadcasts.remind({ broadcastId: broadcast.id }),
    done: ({ people: count }) => t`Reminded ${plural(count, { one: '# person', other: '# people' })}`,
    failed: t`The reminder couldn’t be sent. Try again.`,
    invalidates: [orpc.broadcasts.get.key()],
  })
  return (
    <Flex component="section" direction="column" gap="xs" aria-label={t`Delivery and answers`}>
      <Text component="h3" fw={600}>
        {asksAnswer ? t`Answered: ${doneCount} of ${peopleCount}` : t`Seen: ${doneCount} of ${peopleCount}`}
      </Text>
      <Flex component="ul" direction="column" gap={4}>
        {lines.map(line => (
          <li key={line.key}>
            <ProgressBar
              line={line}
              of={people}
              pressed={line === selectedLine}
              onPress={() => showRecipients(line === selectedLine ? undefined : line.key)}
            />
          </li>
        ))}
      </Flex>
      {mayManage && (mayRemind || isOpenQuestion) && (
        <Group gap="xs">
          {mayRemind && (
            <Button
              variant="default"
              icon={IconBellRinging}
              loading={remind.isPending}
              onClick={() => remind.mutate()}
            >
              <Plural value={waiting} one="Remind # person" other="Remind # people" />
            </Button>
          )}
          {isOpenQuestion && <EndQuestionButton broadcast={broadcast} />}
        </Group>
      )}
      {questionEndedAt && (
        <Text size="xs" c="dimmed">
          <Trans>
            Question ended <RelativeTime at={questionEndedAt} />
          </Trans>
        </Text>
      )}
      {remindedAt && (
        <Text size="xs" c="dimmed">
          <Trans>
            Last reminded <RelativeTime at={remindedAt} />
          </Trans>
        </Text>
      )}
      <Group justify="space-between" gap="4px 8px">
        <Text component="h3" fw={600}>
          {selectedLine ? selectedLine.name : t`Everyone`}
        </Text>
        {selectedLine && (
          <Button variant="subtle" onClick={() => showRecipients(undefined)}>
            {t`Show everyone`}
          </Button>
        )}
      </Group>
      <RecipientList
        broadcastId={broadcast.id}
        filter={selectedLine?.filter ?? {}}
        isLong={people > 8}
        recipients={recipients}
      />
    </Flex>
  )
}

/** Returns the bars in order of urgency: calls for help, no reaction, not reached, then the others. */
function progressLines(
  { answers, answerCounts }: BroadcastDetail,
  figures: BroadcastFigures,
): ProgressLine[] {
  const asksAnswer = answers.length > 0
  const { people, answered, seen, unreachable } = figures
  const reachedCount = asksAnswer ? answered : answered + seen
  const answerLines = (meaning: 'safe' | 'help' | 'neutral'): ProgressLine[] =>
    answerCounts
      .filter(it => it.meaning === meaning)
      .map(({ answer, people: count }) => ({
        key: answer,
        name: answer,
        count,
        tone: answerStyles[meaning].tone,
        icon: answerStyles[meaning].icon,
        filter: { answer },
      }))
  const waitingLine: ProgressLine = {
    key: 'state:waiting',
    name: asksAnswer ? t`No answer yet` : t`Not seen yet`,
    count: people - reachedCount - unreachable,
    tone: 'caution',
    icon: IconClockQuestion,
    filter: { waiting: true },
  }
  const unreachableLine: ProgressLine = {
    key: 'state:unreachable',
    name: t`Not reached`,
    count: unreachable,
    tone: 'caution',
    icon: IconMailOff,
    filter: { state: 'unreachable' },
  }
  const seenLine: ProgressLine = {
    key: 'state:seen',
    name: t`Seen`,
    count: reachedCount,
    tone: 'good',
    icon: IconEye,
    filter: { state: 'seen' },
  }
  return [
    ...answerLines('help'),
    waitingLine,
    ...(unreachable > 0 ? [unreachableLine] : []),
    ...answerLines('neutral'),
    ...answerLines('safe'),
    ...(asksAnswer ? [] : [seenLine]),
  ]
}

type ProgressBarProps = { line: ProgressLine; of: number; pressed: boolean; onPress: () => void }

function ProgressBar({ line: { name, count, tone, icon: Icon }, of, pressed, onPress }: ProgressBarProps) {
  return (
    <UnstyledButton
      type="button"
      className={classes.bar}
      fz="sm"
      style={toneStyle(tone)}
      aria-pressed={pressed}
      onClick={onPress}
    >
      <Icon size="1.125rem" aria-hidden />
      <span>
        <Name>{name}</Name>
      </span>
      <span>{formatCount(count)}</span>
      <span className={classes.track} aria-hidden>
        <span style={{ width: `${of > 0 ? (count / of) * 100 : 0}%` }} />
      </span>
    </UnstyledButton>
  )
}
