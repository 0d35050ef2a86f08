import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogButtons } from '../dialogs/dialog-buttons.tsx'

type Props = {
  /** The act: "Change PIN". */
  label: string
  /** The act while it runs: "Changing…". Then neither button can be pressed, and the dialog stays open. */
  workingLabel: string
  working: boolean
  /** The form cannot be sent yet. */
  disabled?: boolean
  /** Without it there is no Cancel: of a page that is left otherwise. */
  onCancel?: (() => void) | undefined
  /** Before Cancel: "Clear". */
  children?: ReactNode
}

/** The end of a form in a dialog: Cancel, and the button that submits it. */
export function FormButtons({ label, workingLabel, working, disabled = false, onCancel, children }: Props) {
  return (
    <DialogButtons working={working}>
      {children}
      {onCancel && (
        <Button variant="default" onClick={onCancel} disabled={working}>
          Cancel
        </Button>
      )}
      <Button type="submit" disabled={working || disabled}>
        {working ? workingLabel : label}
      </Button>
    </DialogButtons>
  )
}
