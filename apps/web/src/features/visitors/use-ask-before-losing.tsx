import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'

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
  const asking = useDialog()
  return {
    close: () => (isLost ? asking.open() : onClose()),
    question: (
      <ConfirmDialog
        {...asking.props}
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
