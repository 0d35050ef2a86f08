import { select, t } from '@lingui/core/macro'
import { Textarea } from '@mantine/core'
import type { Hazard } from '@muster/contract/hazards.ts'
import type { HazardStatus } from '@muster/domain/hazard.ts'
import { limits } from '@muster/domain/limits.ts'
import { api, orpc } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { DraftLine } from '../../ui/forms/draft-notice.tsx'
import { statusLabels, stepLabels } from './hazard-words.ts'

type Props = {
  hazard: Hazard
  /** The new status; undefined while the dialog is closed. */
  target: HazardStatus | undefined
  /** The labels of the actions, if they are not the usual ones. */
  labels?: Readonly<Record<HazardStatus, string>>
  onClose: () => void
}

export function StatusDialog({ hazard, target, labels = stepLabels, onClose }: Props) {
  const { status, zoneId, id: hazardId } = hazard
  const { userId } = useMe()
  const draft = useDraft(`status-note-${hazardId}`, userId, { note: '' })
  const close = () => {
    draft.leave()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={target !== undefined}
      onClose={close}
      title={target ? t`${{ action: labels[target] }}?` : ''}
      confirmLabel={target ? labels[target] : ''}
      workingLabel={t`Saving…`}
      destructive={false}
      proof={
        <>
          <Textarea
            label={t`Note`}
            description={t`Explain what was done or why. Everyone who can see the hazard can read this.`}
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
        if (target)
          await api.hazards.setStatus({
            zoneId,
            hazardId,
            from: status,
            to: target,
            note: draft.values.note.trim(),
          })
      }}
      onDone={draft.reset}
      failure={t`The status couldn’t be changed. Try again.`}
      done={target && statusChangedText(target)}
      invalidates={[orpc.hazards.key()]}
    >
      {target &&
        t`The status of “${{ title: hazard.title }}” will change from ${{ from: statusLabels[status] }} to ${{ to: statusLabels[target] }}.`}
    </ConfirmDialog>
  )
}

export const statusChangedText = (status: HazardStatus): string =>
  t`${select(status, {
    open: 'Hazard is open',
    in_progress: 'Hazard is in progress',
    resolved: 'Hazard is resolved',
    other: 'Hazard is closed',
  })}`
