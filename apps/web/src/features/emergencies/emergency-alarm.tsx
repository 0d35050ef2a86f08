import { t } from '@lingui/core/macro'
import type { Emergency, OwnEmergency } from '@muster/contract/emergencies.ts'
import { IconChevronUp } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useMe } from '../../lib/session/use-session.ts'
import classes from '../../ui/alarm/alarm.module.css'
import { Alarm } from '../../ui/alarm/alarm.tsx'
import { AlarmAnswers } from '../../ui/alarm/alarm-answers.tsx'
import { AlarmLayer } from '../../ui/alarm/alarm-layer.tsx'
import { arrivalDelayMs } from '../../ui/alarm/arrival-delay.ts'
import { kindTitle } from '../../ui/alarm/kind-words.ts'
import { useCurrentPosition } from '../../ui/alarm/use-current-position.ts'
import { useSettled } from '../../ui/time/use-settled.ts'
import { BoardLinks } from './board-links.tsx'
import { EmergencyBar } from './emergency-bar.tsx'
import { nearbyTitle } from './emergency-words.ts'
import { fillsScreen } from './needs-answer.ts'
import { HelpActs, OwnStatus } from './own-status.tsx'
import { useOwnAnswer } from './use-own-answer.ts'

/** Milliseconds after which an alarm that was put off without an answer fills the screen again. */
const askAgainMs = 60_000

type Props = {
  emergency: OwnEmergency
  /** The same emergency with its numbers, for users who see its board. */
  board: Emergency | undefined
  isPageOpen: boolean
  /** True for captains, who need the page to lead. */
  isCaptain: boolean
  /** True where the page repeats the title. */
  isCompact: boolean
  /** True while an alarm that comes before it fills the screen. */
  isCovered: boolean
  /** True for somebody who is on no roll, and may not be there. */
  isNearby?: boolean
  onFill: (id: string, fills: boolean) => void
}

/** An emergency that asks the user how they are: the whole screen until they answer, then one line from which it opens again. */
export function EmergencyAlarm({
  emergency,
  board,
  isPageOpen,
  isCaptain,
  isCompact,
  isCovered,
  isNearby = false,
  onFill,
}: Props) {
  const { userId, consent } = useMe()
  const own = useOwnAnswer(emergency)
  const { answer, state } = own
  const [choice, setChoice] = useState<'open' | 'folded'>()
  const isAsking = fillsScreen({ answer: own.answer, state })
  // Who has declared it knows of it, and goes on with the board.
  const isOwnCall = board?.declaredBy.id === userId
  const isOpen = choice === 'open' || (choice === undefined && isAsking && !isOwnCall)
  const isShown = isOpen && !isCovered
  const position = useCurrentPosition(isShown && consent === 'given' && emergency.points.length > 0)
  // A press after the user has opened or folded it is meant.
  const appearance = choice === undefined ? `${isShown} ${emergency.orderedAt} ${state}` : undefined
  const hasArrived = useSettled(appearance, arrivalDelayMs, isPageOpen)
  const isPutOff = choice === 'folded' && isAsking && !board && !isCaptain && !isNearby
  useEffect(() => {
    if (!isPutOff) return
    const timer = setTimeout(() => setChoice(undefined), askAgainMs)
    return () => clearTimeout(timer)
  }, [isPutOff])
  useLayoutEffect(() => {
    if (!isOpen) return
    onFill(emergency.id, true)
    return () => onFill(emergency.id, false)
  }, [isOpen, emergency.id, onFill])
  const press: typeof own.press = answered => {
    setChoice(undefined)
    own.press(answered)
  }
  const answers = {
    words: emergency.words,
    chosen: answer?.words,
    pending: own.pending === 'undone' || own.pending === 'not_there' ? undefined : own.pending,
    isDisabled: own.pending !== undefined || !hasArrived,
    onPress: press,
    ...(isNearby && { onNotThere: () => press({ state: 'not_there' }) }),
  }
  const title = (isNearby ? nearbyTitle : kindTitle)(emergency.kind, emergency.zoneName)
  // Said, although it may still wait on this device.
  if (isNearby && answer?.state === 'not_there') return null
  if (!isShown)
    return (
      <EmergencyBar
        emergency={emergency}
        own={{ ...own, press }}
        board={board}
        answers={answers}
        title={title}
        isCompact={isCompact}
        onOpen={() => setChoice('open')}
      />
    )
  const fold = () => setChoice(isAsking ? 'folded' : undefined)
  return (
    <AlarmLayer label={emergency.drill ? t`DRILL: ${title}` : title} onBack={fold}>
      <Alarm
        isFull
        emergency={emergency}
        {...(isNearby && { title })}
        position={position}
        status={
          <div role="status">
            <OwnStatus emergency={emergency} own={own} />
          </div>
        }
        control={
          <button type="button" className={classes.control} onClick={fold}>
            {isAsking ? t`Answer later` : t`Close`}
            <IconChevronUp size="1.25rem" aria-hidden />
          </button>
        }
        answers={
          <AlarmAnswers
            {...answers}
            neutral={state === 'missing' ? emergency.neutral : []}
            state={answer === null ? undefined : state}
          />
        }
      >
        <HelpActs emergency={emergency} own={{ ...own, press }} />
        {board && <BoardLinks emergency={board} onFollow={() => setChoice('folded')} />}
      </Alarm>
    </AlarmLayer>
  )
}
