import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useAfter } from '../time/use-after.ts'
import { undoMs } from '../toast/notify-undoable.ts'

type Props = { mih?: number; onUndo: () => void }

/** Undoes what was just done, in place, for as long as a toast would offer it. Give it a key for each act. */
export function UndoButton({ mih = 44, onUndo }: Props) {
  const isOver = useAfter(undoMs)
  if (isOver) return null
  return (
    <Button variant="default" mih={mih} onClick={onUndo}>
      <Trans>Undo</Trans>
    </Button>
  )
}
