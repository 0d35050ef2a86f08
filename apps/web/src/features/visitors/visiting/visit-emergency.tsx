import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import type { OwnVisitEmergency } from '@muster/contract/visitors.ts'
import { IconLifebuoy, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { formatClock } from '../../../lib/format-time.ts'
import { UndoButton } from '../../../ui/forms/undo-button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useAfter } from '../../../ui/time/use-after.ts'
import type { useVisitAnswer } from './use-visit-answer.ts'
import classes from './visit-frame.module.css'
import { toBorderColour, VisitInstruction } from './visit-instruction.tsx'
import type { VisitAnswer } from './visit-storage.ts'

type Props = {
  emergency: OwnVisitEmergency
  own: ReturnType<typeof useVisitAnswer>
  /** True for the only heading of a page. */
  isTitle: boolean
}

/** An emergency on the visitor’s own phone: what to do, where to go, and two large answers. */
export function VisitEmergency({ emergency, own, isTitle }: Props) {
  const { id, drill, words } = emergency
  const waiting = own.waiting.findLast(it => it.emergencyId === id)
  // Other answers change no state.
  const state = waiting?.state === 'safe' || waiting?.state === 'help' ? waiting.state : emergency.state
  const [helpRequestId, setHelpRequestId] = useState<string>()
  const needsHelp = state === 'help'
  return (
    <Panel
      component="section"
      aria-label={drill ? t`Drill` : t`Emergency`}
      bd={`2px solid ${toBorderColour(drill)}`}
      bg={needsHelp ? 'var(--m-danger-tint)' : undefined}
    >
      <VisitInstruction emergency={emergency} isTitle={isTitle} />
      <AnswerText emergency={emergency} waiting={waiting} />
      <Button
        className={classes.answer}
        mih={88}
        h="auto"
        color="green"
        variant={state === 'safe' ? 'outline' : 'filled'}
        aria-pressed={state === 'safe'}
        leftSection={<IconShieldCheck size="1.75rem" aria-hidden />}
        onClick={() => own.answer(id, { state: 'safe' })}
      >
        <AnswerWords>{words.safe || t`I’m safe`}</AnswerWords>
      </Button>
      <Button
        className={classes.answer}
        mih={88}
        h="auto"
        color="red"
        variant={needsHelp ? 'outline' : 'filled'}
        aria-pressed={needsHelp}
        leftSection={<IconLifebuoy size="1.75rem" aria-hidden />}
        onClick={() => setHelpRequestId(own.answer(id, { state: 'help' }))}
      >
        <AnswerWords>{words.help || t`I need help`}</AnswerWords>
      </Button>
      {state === 'missing' &&
        emergency.neutral?.map((neutralText, choice) => (
          <Button
            key={neutralText}
            variant="default"
            mih={56}
            h="auto"
            py={4}
            aria-pressed={neutralText === (waiting?.words ?? emergency.answer?.words)}
            onClick={() => own.answer(id, { state: 'neutral', choice, words: neutralText })}
          >
            <AnswerWords>{neutralText}</AnswerWords>
          </Button>
        ))}
      {needsHelp && helpRequestId !== undefined && (
        <UndoButton
          key={helpRequestId}
          mih={56}
          onUndo={() => {
            setHelpRequestId(undefined)
            own.answer(id, { state: 'undone', undoes: helpRequestId })
          }}
        />
      )}
    </Panel>
  )
}

type AnswerTextProps = {
  emergency: OwnVisitEmergency
  waiting: VisitAnswer | undefined
}

/** The words of a plan may be long. */
const AnswerWords = ({ children }: { children: string }) => (
  <Text span inherit dir="auto" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)

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

/** What the visitor said and whether it has arrived. */
function AnswerText({ emergency: { answer, answered, state, stateAt }, waiting }: AnswerTextProps) {
  if (waiting) return <NotSent key={waiting.requestId} needsHelp={waiting.state === 'help'} />
  const clock = stateAt === null ? '' : formatClock(new Date(stateAt), new Date())
  if (state === 'missing' && answer)
    return (
      <div role="status">
        <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
          <NeutralAnswer answer={answer} />
        </Text>
        <Text>
          <Trans>You still count as missing. Answer again once you’re safe.</Trans>
        </Text>
      </div>
    )
  return (
    <Text fw={600} role="status">
      {state === 'help'
        ? t`You asked for help at ${clock}. The managers have been alerted.`
        : state === 'safe'
          ? t`You’ve been marked safe since ${clock}. Wait for the all clear.`
          : state === 'not_on_site'
            ? t`You’re marked as not on site. If you’re still here, answer below.`
            : answered
              ? t`Answer once more.`
              : t`Are you safe?`}
    </Text>
  )
}
