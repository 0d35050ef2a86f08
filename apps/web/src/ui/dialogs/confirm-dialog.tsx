import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { type ActOptions, useAct } from '../forms/use-act.ts'
import { ProblemAlert } from '../states/problem-alert.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { ResponsiveDialog } from './responsive-dialog.tsx'

type Props = Pick<ActOptions<unknown, void>, 'onDone' | 'done' | 'invalidates' | 'invalidatesUnlessLive'> & {
  opened: boolean
  onClose: () => void
  title: string
  /** The consequence of the action, in the specified words. */
  children: ReactNode
  /** The data that the action removes, one line each. */
  removes?: readonly string[]
  /** The data that the action keeps, one line each, in groups whose title gives the reason. */
  keeps?: readonly { title: string; lines: readonly string[] }[]
  /** A field that verifies the person, such as a password. */
  proof?: ReactNode
  /** The action: "Delete zone". */
  confirmLabel: string
  /** The action while it runs: "Deleting…". */
  workingLabel: string
  /** Runs the action. If it rejects, the server's text or `failure` is shown, and the dialog stays open. */
  onConfirm: () => Promise<unknown>
  failure: string | ((error: Error) => string)
  /** False for an action that destroys nothing. */
  destructive?: boolean
  /** True until the `proof` is complete. */
  disabled?: boolean
}

/** Asks for confirmation of an action, and lists the data that it removes and keeps. Closes on success. */
export function ConfirmDialog(props: Props) {
  const {
    opened,
    onClose,
    title,
    children,
    removes = [],
    keeps = [],
    proof,
    confirmLabel,
    workingLabel,
    destructive = true,
    disabled = false,
  } = props
  const { onConfirm, onDone, failure, done, invalidates, invalidatesUnlessLive } = props
  const act = useAct({
    call: onConfirm,
    onDone: async () => {
      await onDone?.(undefined)
      close()
    },
    ...{ done, invalidates, invalidatesUnlessLive },
  })
  const isWorking = act.isPending
  const problem =
    act.error && (typeof failure === 'string' ? errorTextWithTime(act.error, failure) : failure(act.error))
  const close = () => {
    act.reset()
    onClose()
  }

  return (
    <ResponsiveDialog opened={opened} onClose={close} title={title}>
      <div>{children}</div>
      {removes.length > 0 && <Lines lines={removes} />}
      {keeps.map(group => (
        <Fragment key={group.title}>
          <div style={{ marginTop: 12 }}>{group.title}</div>
          <Lines lines={group.lines} />
        </Fragment>
      ))}
      {proof && <div style={{ marginTop: 16 }}>{proof}</div>}
      {problem && (
        <div style={{ marginTop: 16 }}>
          <ProblemAlert>{problem}</ProblemAlert>
        </div>
      )}
      <DialogButtons working={isWorking}>
        <Button variant="default" onClick={close} disabled={isWorking} data-autofocus>
          {t`Cancel`}
        </Button>
        <Button
          color={destructive ? 'red' : 'coral'}
          onClick={() => act.mutate()}
          disabled={isWorking || disabled}
        >
          {isWorking ? workingLabel : confirmLabel}
        </Button>
      </DialogButtons>
    </ResponsiveDialog>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul style={{ margin: '12px 0 0', paddingInlineStart: 20 }}>
    {lines.map(line => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
