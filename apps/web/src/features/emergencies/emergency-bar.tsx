import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import type { OwnEmergency } from '@muster/contract/emergencies.ts'
import type { OwnState } from '@muster/domain/emergency.ts'
import { IconLifebuoy, IconPhone, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { formatList } from '../../lib/format-list.ts'
import { formatClock } from '../../lib/format-time.ts'
import { toTelephoneUrl } from '../../lib/telephone.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Name } from '../../ui/people/name.tsx'
import { useAfter } from '../../ui/time/use-after.ts'
import classes from './emergency-bar.module.css'
import { kindTitle } from './emergency-words.ts'
import { useEmergencyAnswer } from './use-emergency-answer.ts'

/** Milliseconds for which a bar that arrives on an open page ignores presses, because they were meant for the page below it. */
const arrivalDelayMs = 1_000

type Props = { emergency: OwnEmergency; hasHeader: boolean; isPageOpen: boolean }

/** An emergency with two large answers, and then with what the user said, which they can change. */
export function EmergencyBar({ emergency, hasHeader, isPageOpen }: Props) {
  const { zoneName, kind, drill, message } = emergency
  const [isLateArrival] = useState(isPageOpen)
  const hasArrived = useAfter(arrivalDelayMs)
  const [isChanging, setIsChanging] = useState(false)
  const { send, waiting } = useEmergencyAnswer(emergency)
  const answer = waiting ?? emergency.answer
  const title = kindTitle(kind, zoneName)
  const needsHelp = (waiting?.state ?? emergency.state) === 'help'
  const isAsking = answer === null || isChanging
  const press = (state: OwnState) => {
    setIsChanging(false)
    send.mutate(state)
  }
  return (
    <section
      className={classes.bar}
      data-at-top={!hasHeader || undefined}
      data-drill={drill || undefined}
      data-state={needsHelp ? 'help' : undefined}
      data-answered={!isAsking || undefined}
      aria-label={drill ? t`Drill: ${title}` : t`Emergency: ${title}`}
    >
      <div className={classes.words}>
        <Group gap="xs">
          {drill && (
            <Tag tone="yellow">
              <Trans>Drill</Trans>
            </Tag>
          )}
          <Text component="h2" size="lg" fw={600} dir="auto" lineClamp={2}>
            {title}
          </Text>
        </Group>
        {isAsking ? (
          <>
            <Text dir="auto" lineClamp={3}>
              {message || pointsText(emergency.points)}
            </Text>
            {answer === null && emergency.state === 'safe' && (
              <Text size="sm" role="status">
                <Trans>You already count as safe. Answer if you need help.</Trans>
              </Text>
            )}
          </>
        ) : (
          <AnswerLine emergency={emergency} answer={answer} isWaiting={waiting !== undefined} />
        )}
      </div>
      {isAsking ? (
        <div className={classes.answers}>
          <AnswerButton
            state="safe"
            words={emergency.words.safe}
            act={send}
            inert={isLateArrival && !hasArrived}
            onPress={press}
          />
          <AnswerButton
            state="help"
            words={emergency.words.help}
            act={send}
            inert={isLateArrival && !hasArrived}
            onPress={press}
          />
        </div>
      ) : (
        <Group gap="xs">
          {needsHelp && emergency.phone !== '' && (
            <Button
              component="a"
              href={toTelephoneUrl(emergency.phone)}
              mih={48}
              color="red"
              leftSection={<IconPhone size="1.25rem" aria-hidden />}
            >
              <Text span inherit truncate>
                <Trans>
                  Call <Name>{emergency.declaredBy}</Name>
                </Trans>
              </Text>
            </Button>
          )}
          <Button variant="default" mih={44} onClick={() => setIsChanging(true)}>
            <Trans>Change answer</Trans>
          </Button>
        </Group>
      )}
    </section>
  )
}

/** Says where to go, or asks. */
function pointsText(points: readonly string[]): string {
  if (points.length === 0) return t`Are you safe?`
  const places = formatList(points)
  return t`Go to: ${places}`
}

type AnswerProps = {
  state: OwnState
  /** The words of the plan; empty for the usual ones. */
  words: string
  act: ReturnType<typeof useEmergencyAnswer>['send']
  inert: boolean
  onPress: (state: OwnState) => void
}

function AnswerButton({ state, words, act, inert, onPress }: AnswerProps) {
  const isHelp = state === 'help'
  const Icon = isHelp ? IconLifebuoy : IconShieldCheck
  return (
    <Button
      size="lg"
      mih={64}
      px="sm"
      color={isHelp ? 'red' : 'green'}
      leftSection={<Icon size="1.5rem" aria-hidden />}
      loading={act.isPending && act.variables === state}
      disabled={act.isPending || inert}
      onClick={() => onPress(state)}
    >
      {words || (isHelp ? t`I need help` : t`I’m safe`)}
    </Button>
  )
}

type AnswerLineProps = {
  emergency: OwnEmergency
  answer: { state: OwnState; at: string }
  isWaiting: boolean
}

/** The user’s own answer, whether it has been sent, and a different claim that somebody else made since. */
function AnswerLine({ emergency, answer, isWaiting }: AnswerLineProps) {
  const clock = formatClock(new Date(answer.at), new Date())
  const text =
    answer.state === 'help' ? t`You asked for help at ${clock}.` : t`You answered “I’m safe” at ${clock}.`
  return (
    <div role="status">
      <Text fw={600}>{text}</Text>
      {isWaiting ? (
        <Text size="sm">
          {answer.state === 'help'
            ? t`Not sent yet. Call someone now. It will be sent when you’re back online.`
            : t`Not sent yet. It will be sent when you’re back online.`}
        </Text>
      ) : (
        <Text size="sm" c="dimmed">
          {outcomeText(emergency)}
        </Text>
      )}
    </div>
  )
}

function outcomeText({ answer, state }: OwnEmergency): string {
  if (state === 'help') return t`Your managers have been alerted.`
  if (state === 'missing') return t`You were marked as missing again. Answer once more.`
  if (state !== answer?.state) return t`Somebody has marked you since.`
  return t`Wait for the all clear.`
}
