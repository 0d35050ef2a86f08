import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

type Options = {
  /** True while the dialog shows something that is not shown again and that nobody has used yet. */
  isLost: boolean
  onClose: () => void
  title: string
  text: string
  /** The action: "Close without printing". */
  confirmLabel: string
}

/** Returns a function that closes a dialog, after a question if something would be lost, and the question, to be shown inside it. */
export function useAskBeforeLosing({ isLost, onClose, title, text, confirmLabel }: Options): {
  close: () => void
  question: ReactNode
} {
  const [asks, setAsks] = useState(false)
  return {
    close: () => (isLost ? setAsks(true) : onClose()),
    question: (
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={title}
        confirmLabel={confirmLabel}
        workingLabel={t`Closing…`}
        onConfirm={async () => onClose()}
        failure={t`Try again.`}
      >
        {text}
      </ConfirmDialog>
    ),
  }
}
