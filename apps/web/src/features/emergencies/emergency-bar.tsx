import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import type { Emergency, OwnEmergency } from '@muster/contract/emergencies.ts'
import type { OwnState } from '@muster/domain/emergency.ts'
import { IconLifebuoy, IconShieldCheck } from '@tabler/icons-react'
import { type Ref, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { formatList } from '../../lib/format-list.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { UndoButton } from '../../ui/forms/undo-button.tsx'
import { CallByName } from '../../ui/people/call-link.tsx'
import { useAfter } from '../../ui/time/use-after.ts'
import { BoardLinks } from './board-links.tsx'
import classes from './emergency-bar.module.css'
import { kindTitle } from './emergency-words.ts'
import { ownAnswerText, waitingAnswerText } from './own-answer-text.ts'
import { type PressedAnswer, useEmergencyAnswer } from './use-emergency-answer.ts'

/** Milliseconds for which a bar that arrives on an open page ignores presses, because they were meant for the page below it. */
const arrivalDelayMs = 1_000

type Props = {
  emergency: OwnEmergency
  /** The same emergency with its numbers, for users who see its board. */
  board: Emergency | undefined
  isPageOpen: boolean
  /** True where the page repeats the title: one line and two smaller buttons. */
  isCompact: boolean
}

/** An emergency with two large answers, and then with what the user said, which they can change. */
export function EmergencyBar({ emergency, board, isPageOpen, isCompact }: Props) {
  const { zoneName, kind, drill } = emergency
  const [isLateArrival] = useState(isPageOpen)
  const hasArrived = useAfter(arrivalDelayMs)
  const [isChanging, setIsChanging] = useState(false)
  const { send, waiting } = useEmergencyAnswer(emergency)
  // An undo that waits counts only if the server knows the call for help that it takes back.
  const answer =
    waiting && (waiting.state !== 'undone' || emergency.answer?.state === 'help') ? waiting : emergency.answer
  const title = kindTitle(kind, zoneName)
  // Other answers that wait change nothing about what others said.
  const state = waiting?.state === 'safe' || waiting?.state === 'help' ? waiting.state : emergency.state
  const needsHelp = state === 'help'
  // People who gave a neutral answer are still missing, and are asked for one of the two large ones.
  const isNeutral = answer?.state === 'neutral' && emergency.state === 'missing'
  const isAsking = answer === null || isNeutral || isChanging
  const offersNeutral = isAsking && emergency.state === 'missing' && (answer === null || isChanging)
  const [helpRequestId, setHelpRequestId] = useState<string>()
  const focusTarget = useRef<'answers' | 'change'>(undefined)
  /** The pressed button is gone afterwards, and with it the place on the page of those who use no pointer. */
  const takeFocus = (target: 'answers' | 'change') => (button: HTMLButtonElement | null) => {
    if (!button || focusTarget.current !== target) return
    const active = document.activeElement
    const isFocused = active !== document.body
    if (isFocused && button.closest('section')?.contains(active)) return
    focusTarget.current = undefined
    if (!isFocused) button.focus({ preventScroll: true })
  }
  const press = (answered: Omit<PressedAnswer, 'requestId'>) => {
    const requestId = uuidV7()
    setIsChanging(false)
    setHelpRequestId(answered.state === 'help' ? requestId : undefined)
    focusTarget.current = 'change'
    send.mutate({ ...answered, requestId })
  }
  const change = () => {
    focusTarget.current = 'answers'
    setIsChanging(true)
  }
  // Somebody who needs help sees everything, with the telephone.
  const isSmall = isCompact && !needsHelp
  const isInert = isLateArrival && !hasArrived
  return (
    <section
      className={classes.bar}
      data-drill={drill || undefined}
      data-state={needsHelp ? 'help' : undefined}
      data-answered={!isAsking || undefined}
      data-compact={isSmall || undefined}
      aria-label={drill ? t`Drill: ${title}` : t`Emergency: ${title}`}
    >
      <div className={classes.words}>
        {!isSmall && (
          <Group gap="xs" wrap={isAsking ? 'wrap' : 'nowrap'}>
            {drill && (
              <Tag tone="yellow">
                <Trans>Drill</Trans>
              </Tag>
            )}
            <Text component="h2" size={isAsking ? 'lg' : 'md'} fw={600} dir="auto" lineClamp={2}>
              {title}
            </Text>
          </Group>
        )}
        <Instruction emergency={emergency} isAsking={isAsking} isSmall={isSmall} />
        {isNeutral && !isChanging && (
          <AnswerLine
            emergency={emergency}
            answer={answer}
            isWaiting={answer === waiting}
            isSmall={isSmall}
          />
        )}
        {isAsking && answer === null && emergency.state === 'safe' && (
          <Text size="sm" role="status">
            <Trans>You already count as safe. Answer if you need help.</Trans>
          </Text>
        )}
      </div>
      {isAsking ? (
        <div className={classes.answers}>
          <AnswerButton
            ref={takeFocus('answers')}
            state="safe"
            words={emergency.words.safe}
            act={send}
            inert={isInert}
            isSmall={isSmall}
            onPress={press}
          />
          <AnswerButton
            state="help"
            words={emergency.words.help}
            act={send}
            inert={isInert}
            isSmall={isSmall}
            onPress={press}
          />
          {offersNeutral && (
            <NeutralAnswers
              neutral={emergency.neutral ?? []}
              chosen={answer?.words}
              isDisabled={send.isPending || isInert}
              onPress={press}
            />
          )}
          {isNeutral && !isChanging && (
            <Button ref={takeFocus('change')} variant="subtle" mih={44} onClick={change}>
              <Trans>Change answer</Trans>
            </Button>
          )}
        </div>
      ) : (
        <div className={classes.answered}>
          <AnswerLine
            emergency={emergency}
            answer={answer}
            isWaiting={answer === waiting}
            isSmall={isSmall}
          />
          <Group gap="xs">
            {needsHelp && emergency.phone !== '' && (
              <CallByName name={emergency.declaredBy} phone={emergency.phone} />
            )}
            <Button ref={takeFocus('change')} variant="default" mih={44} onClick={change}>
              <Trans>Change answer</Trans>
            </Button>
            {helpRequestId !== undefined && answer.state === 'help' && (
              <UndoButton
                key={helpRequestId}
                onUndo={() => press({ state: 'undone', undoes: helpRequestId })}
              />
            )}
          </Group>
        </div>
      )}
      {board && (
        <div className={classes.board}>
          <BoardLinks emergency={board} />
        </div>
      )}
    </section>
  )
}

type InstructionProps = { emergency: OwnEmergency; isAsking: boolean; isSmall: boolean }

/** Says what to do and where to go, before and after the answer. If neither is known, it asks the question. */
function Instruction({ emergency: { message, points }, isAsking, isSmall }: InstructionProps) {
  const places = formatList(points)
  const goTo = points.length === 0 ? '' : t`Go to: ${places}`
  if (isSmall)
    return (
      <Text size="sm" dir="auto" truncate>
        {goTo || message || (isAsking && t`Are you safe?`)}
      </Text>
    )
  return (
    <>
      {message !== '' && (
        <Text dir="auto" lineClamp={isAsking ? 3 : 2} className={classes.message}>
          {message}
        </Text>
      )}
      {goTo !== '' && (
        <Text dir="auto" fw={600} lineClamp={2}>
          {goTo}
        </Text>
      )}
      {message === '' && goTo === '' && isAsking && (
        <Text>
          <Trans>Are you safe?</Trans>
        </Text>
      )}
    </>
  )
}

type AnswerProps = {
  state: OwnState
  /** The words of the plan; empty for the usual ones. */
  words: string
  act: ReturnType<typeof useEmergencyAnswer>['send']
  inert: boolean
  isSmall: boolean
  onPress: (answered: Omit<PressedAnswer, 'requestId'>) => void
  ref?: Ref<HTMLButtonElement>
}

function AnswerButton({ ref, state, words, act, inert, isSmall, onPress }: AnswerProps) {
  const isHelp = state === 'help'
  const Icon = isHelp ? IconLifebuoy : IconShieldCheck
  return (
    <Button
      {...(ref && { ref })}
      size={isSmall ? 'sm' : 'lg'}
      mih={isSmall ? 48 : 64}
      px={isSmall ? 'xs' : 'sm'}
      color={isHelp ? 'red' : 'green'}
      leftSection={<Icon size="1.5rem" aria-hidden />}
      loading={act.isPending && act.variables?.state === state}
      disabled={act.isPending || inert}
      onClick={() => onPress({ state })}
    >
      {words || (isHelp ? t`I need help` : t`I’m safe`)}
    </Button>
  )
}

type NeutralProps = {
  neutral: readonly string[]
  chosen: string | undefined
  isDisabled: boolean
  onPress: (answered: Omit<PressedAnswer, 'requestId'>) => void
}

/** The neutral answers of the plan, smaller than the two that say how the user is. */
const NeutralAnswers = ({ neutral, chosen, isDisabled, onPress }: NeutralProps) =>
  neutral.length > 0 && (
    <div className={classes.neutral}>
      {neutral.map((words, choice) => (
        <Button
          key={words}
          variant="default"
          h="auto"
          mih={44}
          py={4}
          className={classes.small}
          aria-pressed={words === chosen}
          disabled={isDisabled}
          onClick={() => onPress({ state: 'neutral', choice, words })}
        >
          <span dir="auto">{words}</span>
        </Button>
      ))}
    </div>
  )

type AnswerLineProps = {
  emergency: OwnEmergency
  answer: Parameters<typeof ownAnswerText>[0]
  isWaiting: boolean
  isSmall: boolean
}

/** The user’s own answer, whether it has been sent, and a different claim that somebody else made since. */
function AnswerLine({ emergency, answer, isWaiting, isSmall }: AnswerLineProps) {
  return (
    <div>
      <Text fw={600}>{ownAnswerText(answer)}</Text>
      {isWaiting ? (
        <Text size="sm">{waitingAnswerText(answer.state)}</Text>
      ) : (
        // The usual wait for the all clear takes no line where space is short.
        !(isSmall && emergency.state === answer.state) && (
          <Text size="sm" c="dimmed">
            {outcomeText(emergency)}
          </Text>
        )
      )}
    </div>
  )
}

function outcomeText({ answer, state }: OwnEmergency): string {
  if (state === 'help') return t`Your managers have been alerted.`
  if (state === 'missing' && answer?.state === 'neutral')
    return t`You still count as missing. Answer again once you’re safe.`
  if (state === 'missing') return t`You were marked as missing again. Answer once more.`
  if (state !== answer?.state) return t`Somebody has marked you since.`
  return t`Wait for the all clear.`
}
