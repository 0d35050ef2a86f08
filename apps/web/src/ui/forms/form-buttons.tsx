import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { DialogButtons } from '../dialogs/dialog-buttons.tsx'

type Props = {
  /** The act: "Change PIN". */
  label: string
  /** The act while it runs: "Changing…". Then neither button can be pressed, and the dialog stays open. */
  workingLabel: string
  working: boolean
  /** The form cannot be sent yet. */
  disabled?: boolean
  /** Why it cannot be sent yet: stands beside the button. */
  blocked?: string | undefined
  /** Without it there is no Cancel: of a page that is left otherwise. */
  onCancel?: (() => void) | undefined
  /** Before Cancel: "Clear". */
  children?: ReactNode
}

/** The end of a form in a dialog: Cancel, and the button that submits it. */
export function FormButtons(props: Props) {
  const { label, workingLabel, working, disabled = false, blocked, onCancel, children } = props
  const reason = useId()
  return (
    <DialogButtons working={working}>
      {blocked && <p id={reason}>{blocked}</p>}
      {children}
      {onCancel && (
        <Button variant="default" onClick={onCancel} disabled={working}>
          Cancel
        </Button>
      )}
      <Button
        type="submit"
        disabled={working || disabled || blocked !== undefined}
        aria-describedby={blocked && reason}
      >
        {working ? workingLabel : label}
      </Button>
    </DialogButtons>
  )
}
