import { t } from '@lingui/core/macro'
import { Button, Text } from '@mantine/core'
import type { OwnVisitEmergency } from '@muster/contract/visitors.ts'
import { IconLifebuoy, IconShieldCheck } from '@tabler/icons-react'
import { formatClock } from '../../../lib/format-time.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useAfter } from '../../../ui/time/use-after.ts'
import type { useVisitAnswer } from './use-visit-answer.ts'
import classes from './visit-frame.module.css'
import { toBorderColour, VisitInstruction } from './visit-instruction.tsx'

type Props = {
  emergency: OwnVisitEmergency
  own: ReturnType<typeof useVisitAnswer>
  /** True for the only heading of a page. */
  isTitle: boolean
}

/** An emergency on the visitor’s own phone: what to do, where to go, and two large answers. */
export function VisitEmergency({ emergency, own, isTitle }: Props) {
  const { id, drill, words } = emergency
  const waiting = own.waiting.find(it => it.emergencyId === id)
  const state = waiting?.state ?? emergency.state
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
        onClick={() => own.answer(id, 'safe')}
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
        onClick={() => own.answer(id, 'help')}
      >
        <AnswerWords>{words.help || t`I need help`}</AnswerWords>
      </Button>
    </Panel>
  )
}

type AnswerTextProps = {
  emergency: OwnVisitEmergency
  waiting: { requestId: string; state: 'safe' | 'help'; at: number } | undefined
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

/** What the visitor said and whether it has arrived. */
function AnswerText({ emergency: { answered, state, stateAt }, waiting }: AnswerTextProps) {
  if (waiting) return <NotSent key={waiting.requestId} needsHelp={waiting.state === 'help'} />
  const clock = stateAt === null ? '' : formatClock(new Date(stateAt), new Date())
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
