import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ProblemAlert } from '../states/problem-alert.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { ResponsiveDialog } from './responsive-dialog.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen, in the specification's words. */
  children: ReactNode
  /** What it removes, one line each. */
  removes?: string[]
  /** A field that proves who acts. */
  proof?: ReactNode
  /** The act: "Delete zone". */
  confirmLabel: string
  /** The act while it runs: "Deleting…". */
  workingLabel: string
  /** Rejects when it failed; the text of `failure(error)` then shows and the dialog stays open. */
  onConfirm: () => Promise<unknown>
  failure: (error: unknown) => string
  /** False for an act that destroys nothing. */
  destructive?: boolean
}

/** Asks before an act that cannot be taken back, and says what it removes. Closes by itself once it is done. */
export function ConfirmDialog(props: Props) {
  const {
    opened,
    onClose,
    title,
    children,
    removes = [],
    proof,
    confirmLabel,
    workingLabel,
    destructive = true,
  } = props
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<string>()

  const close = () => {
    setProblem(undefined)
    onClose()
  }
  const confirm = async () => {
    setWorking(true)
    setProblem(undefined)
    try {
      await props.onConfirm()
      close()
    } catch (error) {
      setProblem(props.failure(error))
    } finally {
      setWorking(false)
    }
  }

  return (
    <ResponsiveDialog opened={opened} onClose={close} title={title}>
      <div>{children}</div>
      {removes.length > 0 && (
        <ul style={{ margin: '12px 0 0', paddingLeft: 20 }}>
          {removes.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {proof && <div style={{ marginTop: 16 }}>{proof}</div>}
      {problem && (
        <div style={{ marginTop: 16 }}>
          <ProblemAlert>{problem}</ProblemAlert>
        </div>
      )}
      <DialogButtons working={working}>
        <Button variant="default" onClick={close} disabled={working} data-autofocus>
          Cancel
        </Button>
        <Button color={destructive ? 'red' : 'coral'} onClick={confirm} disabled={working}>
          {working ? workingLabel : confirmLabel}
        </Button>
      </DialogButtons>
    </ResponsiveDialog>
  )
}
