import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'

type Props = { opened: boolean; onClose: () => void; loss: string; onSave: () => void }

/** Asks for confirmation before saving an edit through which the zone loses something. */
export function ShapeLossDialog({ opened, onClose, loss, onSave }: Props) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Save this shape?`}
      confirmLabel={t`Save Zone`}
      workingLabel={t`Saving…`}
      // The form behind this dialog reports the outcome.
      onConfirm={async () => onSave()}
      failure={() => ''}
    >
      <p>{loss}</p>
      <p>
        <Trans>You can restore the current shape from the shape history.</Trans>
      </p>
    </ConfirmDialog>
  )
}
