import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { OwnVisitEmergency } from '@muster/contract/visitors.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatClock } from '../../../lib/format-time.ts'
import classes from '../../../ui/alarm/alarm.module.css'
import { Alarm } from '../../../ui/alarm/alarm.tsx'
import { AlarmAnswers } from '../../../ui/alarm/alarm-answers.tsx'
import { arrivalDelayMs } from '../../../ui/alarm/arrival-delay.ts'
import { UndoButton } from '../../../ui/forms/undo-button.tsx'
import { useAfter } from '../../../ui/time/use-after.ts'
import { useSettled } from '../../../ui/time/use-settled.ts'
import type { useVisitAnswer } from './use-visit-answer.ts'
import type { VisitAnswer } from './visit-storage.ts'

type Props = {
  emergency: OwnVisitEmergency
  own: ReturnType<typeof useVisitAnswer>
  /** True for the first one, which has the only heading of the page. */
  isFirst: boolean
  isFull: boolean
  /** True if it has taken the place of something else on the open page. */
  isArrival?: boolean
  children?: ReactNode
}

/** An emergency on the visitor’s own phone: what to do, where to go, and two large answers. */
export function VisitEmergency({ emergency, own, isFirst, isFull, isArrival = false, children }: Props) {
  const { id, words, orderedAt } = emergency
  const waiting = own.waiting.findLast(it => it.emergencyId === id)
  const state = toShownState(emergency, waiting)
  const hasArrived = useSettled(`${orderedAt} ${emergency.state}`, arrivalDelayMs, isArrival)
  const helpRequestId = own.helpRequestIds[id]
  const [isOpen, setIsOpen] = useState(false)
  // As for members, what to do folds away once they are safe.
  const isFolded = !isFull && state === 'safe' && !waiting && !isOpen
  return (
    <Alarm
      emergency={isFolded ? { ...emergency, message: '', points: [] } : emergency}
      order={isFirst ? 1 : 2}
      isFull={isFull}
      status={<AnswerText emergency={emergency} waiting={waiting} />}
      control={
        isFolded && (
          <button type="button" className={classes.control} onClick={() => setIsOpen(true)}>
            {t`Change answer`}
            <IconChevronDown size="1.25rem" aria-hidden />
          </button>
        )
      }
      answers={
        !isFolded && (
          <AlarmAnswers
            words={words}
            isDisabled={isFull && !hasArrived}
            neutral={state === 'missing' ? emergency.neutral : []}
            state={state}
            chosen={waiting?.words ?? emergency.answer?.words}
            onPress={answer => {
              setIsOpen(false)
              own.answer(id, { ...answer, orderedAt })
            }}
          />
        )
      }
    >
      {state === 'help' && helpRequestId !== undefined && (
        <UndoButton
          key={helpRequestId}
          mih={56}
          label={t`Pressed by mistake`}
          onUndo={() => own.answer(id, { state: 'undone', undoes: helpRequestId })}
        />
      )}
      {children}
    </Alarm>
  )
}

/** What counts now: an answer that waits does already, unless it changes no state. */
export const toShownState = ({ state }: OwnVisitEmergency, waiting: VisitAnswer | undefined) =>
  waiting?.state === 'safe' || waiting?.state === 'help' ? waiting.state : state

type AnswerTextProps = {
  emergency: OwnVisitEmergency
  waiting: VisitAnswer | undefined
}

/** Milliseconds after which an answer that is on its way counts as not sent. */
const slowMs = 1_000

/** Says that an answer has not arrived, once that takes longer than usual. */
function NotSent({ needsHelp }: { needsHelp: boolean }) {
  const isSlow = useAfter(slowMs)
  return (
    <Text fw={600} role="status">
      {!isSlow
        ? t`Sending…`
        : needsHelp
          ? t`Not sent yet. Call someone now. It will be sent when you’re back online.`
          : t`Not sent yet. It will be sent when you’re back online.`}
    </Text>
  )
}

function NeutralAnswer({ answer: { words, at } }: { answer: NonNullable<OwnVisitEmergency['answer']> }) {
  const clock = formatClock(new Date(at), new Date())
  return t`You answered “${words}” at ${clock}.`
}

function AnswerText({ emergency: { answer, answered, state, stateAt }, waiting }: AnswerTextProps) {
  if (waiting) return <NotSent key={waiting.requestId} needsHelp={waiting.state === 'help'} />
  const clock = stateAt === null ? '' : formatClock(new Date(stateAt), new Date())
  if (state === 'missing' && answer)
    return (
      <div role="status">
        <Text fw={600} dir="auto">
          <NeutralAnswer answer={answer} />
        </Text>
        <Text>{t`You still count as missing. Answer again once you’re safe.`}</Text>
      </div>
    )
  const text =
    state === 'help'
      ? t`You asked for help at ${clock}. The managers have been alerted.`
      : state === 'safe'
        ? t`You’ve counted as safe since ${clock}. Wait for the all clear.`
        : state === 'not_on_site'
          ? t`You’re marked as not on site. If you’re still here, answer below.`
          : answered && t`Answer once more.`
  // Nobody is asked twice: title and answers ask already.
  return text ? (
    <Text fw={600} role="status">
      {text}
    </Text>
  ) : null
}
