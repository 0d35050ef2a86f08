import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { OwnVisitEmergency } from '@muster/contract/visitors.ts'
import { IconLifebuoy, IconMapPin, IconShieldCheck } from '@tabler/icons-react'
import { formatClock } from '../../../lib/format-time.ts'
import { Tag } from '../../../ui/badges/tag.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useAfter } from '../../../ui/time/use-after.ts'
import { kindTitle } from '../../emergencies/public.ts'
import type { useVisitAnswer } from './use-visit-answer.ts'
import classes from './visit-frame.module.css'

/** Milliseconds after which an answer that the server does not have yet counts as not sent. */
const unsentAfterMs = 700

type Props = { emergency: OwnVisitEmergency; own: ReturnType<typeof useVisitAnswer> }

/** An emergency on the visitor’s own phone: what to do, where to go, and two large answers. */
export function VisitEmergency({ emergency, own }: Props) {
  const { id, kind, zoneName, drill, message, points } = emergency
  const waiting = own.waiting.find(it => it.emergencyId === id)
  const state = waiting?.state ?? emergency.state
  const needsHelp = state === 'help'
  return (
    <Panel
      component="section"
      aria-label={drill ? t`Drill` : t`Emergency`}
      bd={`2px solid var(${drill ? '--m-caution-line' : '--m-danger'})`}
      bg={needsHelp ? 'var(--m-danger-tint)' : undefined}
    >
      {drill && (
        <Group>
          <Tag tone="yellow">
            <Trans>Drill</Trans>
          </Tag>
        </Group>
      )}
      <Text component="h2" fz={24} fw={600} lh={1.2} dir="auto">
        {kindTitle(kind, zoneName)}
      </Text>
      {message !== '' && (
        <Text size="md" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
      )}
      {points.length > 0 && (
        <Stack gap={4}>
          <Text size="sm" c="dimmed">
            <Trans>Go to</Trans>
          </Text>
          {points.map(point => (
            <Group key={point} gap={6} wrap="nowrap">
              <IconMapPin size="1.25rem" aria-hidden />
              <Text fw={600} size="md" dir="auto" style={{ overflowWrap: 'anywhere' }}>
                {point}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
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
        <Trans>I’m safe</Trans>
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
        <Trans>I need help</Trans>
      </Button>
    </Panel>
  )
}

/** Says that an answer is not sent yet, once that has taken longer than usual. */
function WaitingText({ needsHelp }: { needsHelp: boolean }) {
  const isLate = useAfter(unsentAfterMs)
  return (
    <Text fw={600} role="status">
      {!isLate
        ? t`Sending…`
        : needsHelp
          ? t`Not sent yet. Call someone now. It will be sent when you’re back online.`
          : t`Not sent yet. It will be sent when you’re back online.`}
    </Text>
  )
}

type AnswerTextProps = {
  emergency: OwnVisitEmergency
  waiting: { state: 'safe' | 'help'; at: number } | undefined
}

/** What the visitor said and whether it has arrived. */
function AnswerText({ emergency: { answered, state, stateAt }, waiting }: AnswerTextProps) {
  if (waiting) return <WaitingText key={waiting.at} needsHelp={waiting.state === 'help'} />
  const clock = stateAt === null ? '' : formatClock(new Date(stateAt), new Date())
  return (
    <Text fw={600} role="status">
      {state === 'help'
        ? t`You asked for help at ${clock}. The managers have been alerted.`
        : state === 'safe'
          ? t`You count as safe since ${clock}. Wait for the all clear.`
          : answered
            ? t`Answer once more.`
            : t`Are you safe?`}
    </Text>
  )
}
