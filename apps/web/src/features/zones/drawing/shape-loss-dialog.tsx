import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'

type Props = { opened: boolean; onClose: () => void; loss: string; onSave: () => void }

/** Shows what a zone loses by an edit, before it is saved. */
export function ShapeLossDialog({ opened, onClose, loss, onSave }: Props) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Save This Shape?"
      confirmLabel="Save Zone"
      workingLabel="Saving…"
      // The form below reports the outcome.
      onConfirm={async () => onSave()}
      failure={() => ''}
    >
      <p>{loss}</p>
      <p>The shape as it is now is kept under Former shapes.</p>
    </ConfirmDialog>
  )
}
