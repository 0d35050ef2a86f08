import { select, t } from '@lingui/core/macro'
import { Button, Group, Textarea } from '@mantine/core'
import type { HazardDetail } from '@muster/contract/hazards.ts'
import type { HazardStatus } from '@muster/domain/hazard.ts'
import { limits } from '@muster/domain/limits.ts'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { DraftLine } from '../../ui/forms/draft-notice.tsx'
import { statusLabels, stepLabels } from './hazard-words.ts'

/** Buttons for the status changes that this person may make, each with an optional note. */
export function HazardActs({ hazard }: { hazard: HazardDetail }) {
  const [targetStatus, setTargetStatus] = useState<HazardStatus>()
  const { maySet, status, zoneId, id: hazardId } = hazard
  const { userId } = useMe()
  const draft = useDraft(`status-note-${hazardId}`, userId, { note: '' })
  if (maySet.length === 0) return null
  const close = () => {
    setTargetStatus(undefined)
    draft.leave()
  }
  return (
    <Group gap="xs">
      {maySet.map((step, index) => (
        <Button key={step} variant={index === 0 ? 'filled' : 'default'} onClick={() => setTargetStatus(step)}>
          {stepLabels[step]}
        </Button>
      ))}
      <ConfirmDialog
        opened={targetStatus !== undefined}
        onClose={close}
        title={targetStatus ? t`${{ action: stepLabels[targetStatus] }}?` : ''}
        confirmLabel={targetStatus ? stepLabels[targetStatus] : ''}
        workingLabel={t`Saving…`}
        destructive={false}
        proof={
          <>
            <Textarea
              label={t`Note`}
              description={t`Explain what was done or why. Everyone who can see the notification can read this.`}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={limits.messageMaxLength}
              value={draft.values.note}
              onChange={event => draft.set('note', event.currentTarget.value)}
            />
            <DraftLine isRestored={draft.isRestored} onDiscard={draft.reset} />
          </>
        }
        onConfirm={async () => {
          if (targetStatus)
            await api.hazards.setStatus({
              zoneId,
              hazardId,
              from: status,
              to: targetStatus,
              note: draft.values.note.trim(),
            })
        }}
        onDone={draft.reset}
        failure={t`The status couldn’t be changed. Try again.`}
        done={targetStatus && statusChangedText(targetStatus)}
        invalidates={[orpc.hazards.key()]}
      >
        {targetStatus &&
          t`The status of “${{ title: hazard.title }}” will change from ${{ from: statusLabels[status] }} to ${{ to: statusLabels[targetStatus] }}.`}
      </ConfirmDialog>
    </Group>
  )
}

const statusChangedText = (status: HazardStatus): string =>
  t`${select(status, {
    open: 'Notification is open',
    in_progress: 'Notification is in progress',
    resolved: 'Notification is resolved',
    other: 'Notification is closed',
  })}`
