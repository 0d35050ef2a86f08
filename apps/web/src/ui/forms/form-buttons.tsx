import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { DialogButtons } from '../dialogs/dialog-buttons.tsx'

type Props = {
  /** The action: "Change PIN". */
  label: string
  /** The action while it runs: "Changing…". Both buttons are disabled meanwhile, and the dialog stays open. */
  workingLabel: string
  working: boolean
  disabled?: boolean
  /** The reason why the form cannot be sent yet, shown beside the button. */
  blocked?: string | undefined
  /** Omit it on a page with another way to leave. There is then no Cancel button. */
  onCancel?: (() => void) | undefined
  /** Rendered before Cancel: "Clear". */
  children?: ReactNode
}

/** The buttons at the end of a form in a dialog: Cancel, if there is `onCancel`, and the submit button. */
export function FormButtons(props: Props) {
  const { label, workingLabel, working, disabled = false, blocked, onCancel, children } = props
  const reasonId = useId()
  return (
    <DialogButtons working={working}>
      {blocked && <p id={reasonId}>{blocked}</p>}
      {children}
      {onCancel && (
        <Button variant="default" onClick={onCancel} disabled={working}>
          {t`Cancel`}
        </Button>
      )}
      <Button
        type="submit"
        disabled={working || disabled || blocked !== undefined}
        aria-describedby={blocked && reasonId}
      >
        {working ? workingLabel : label}
      </Button>
    </DialogButtons>
  )
}
