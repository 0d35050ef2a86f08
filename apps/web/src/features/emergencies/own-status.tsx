import { t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import type { OwnEmergency } from '@muster/contract/emergencies.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { formatList } from '../../lib/format-list.ts'
import { toShownName } from '../../lib/shown-name.ts'
import classes from '../../ui/alarm/alarm.module.css'
import { UndoButton } from '../../ui/forms/undo-button.tsx'
import { CallByName } from '../../ui/people/call-link.tsx'
import { helpStatusText, positionText } from '../../ui/people/help-words.ts'
import { ownAnswerText, waitingAnswerText } from './own-answer-text.ts'
import type { OwnAnswerState } from './use-own-answer.ts'

type Props = { emergency: OwnEmergency; own: OwnAnswerState }

export function OwnStatus({ emergency, own: { answer, state, isWaiting, error } }: Props) {
  if (answer && isWaiting)
    return (
      <>
        <Text fw={600}>{ownAnswerText(answer)}</Text>
        <Text>{waitingAnswerText(answer.state)}</Text>
      </>
    )
  return (
    <>
      {error && (
        <Text fw={600} role="alert">
          {errorTextWithTime(error, t`Your answer couldn’t be sent. Try again.`)}
        </Text>
      )}
      {answer && <Text fw={600}>{ownAnswerText(answer)}</Text>}
      {outcomeTexts({ ...emergency, state }).map(text => (
        <Text key={text} {...(!answer && { role: 'status', fw: 600 })}>
          {text}
        </Text>
      ))}
    </>
  )
}

/** Whom to call, and how to take back a call for help that was pressed by mistake. Only for somebody who needs help. */
export const HelpActs = ({ emergency: { phone, declaredBy }, own: { state, undoes, press } }: Props) =>
  state === 'help' && (
    <Group gap="xs" className={classes.acts}>
      {phone !== '' && <CallByName name={declaredBy} phone={phone} />}
      {undoes !== undefined && (
        <UndoButton
          key={undoes}
          mih={48}
          label={t`Pressed by mistake`}
          onUndo={() => press({ state: 'undone', undoes })}
        />
      )}
    </Group>
  )

function helpTexts(help: OwnEmergency['help']): string[] {
  if (!help) return [t`Your managers have been alerted.`]
  const names = formatList(help.coming.map(toShownName))
  return [
    ...(help.coming.length > 0 ? [t`Help is coming: ${names}`] : []),
    helpStatusText(help),
    positionText(help.position),
  ]
}

function outcomeTexts({ answer, state, markedBy, help }: OwnEmergency): string[] {
  const by = toShownName(markedBy)
  if (state === 'help')
    return [
      ...(answer?.state === 'help' || markedBy === '' ? [] : [t`Marked as needing help by ${by}.`]),
      ...helpTexts(help),
    ]
  if (state === 'missing' && answer === null) return []
  if (state === 'missing' && answer?.state === 'neutral')
    return [t`You still count as missing. Answer again once you’re safe.`]
  if (state === 'missing') return [t`You were marked as missing again. Answer once more.`]
  if (state === 'safe' && answer === null) return [t`You already count as safe. Answer if you need help.`]
  if (state !== answer?.state)
    return [
      state === 'safe' && markedBy !== '' ? t`Marked as safe by ${by}.` : t`Somebody has marked you since.`,
    ]
  return [t`Wait for the all clear.`]
}
