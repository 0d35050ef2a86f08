import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { useAfter } from '../time/use-after.ts'
import { undoMs } from '../toast/notify-undoable.ts'

type Props = {
  mih?: number
  /** Says what is undone, if another control beside it changes the same thing. */
  label?: string
  onUndo: () => void
}

/** Undoes what was just done, in place, for as long as a toast would offer it. Give it a key for each act. */
export function UndoButton({ mih = 44, label = t`Undo`, onUndo }: Props) {
  const isOver = useAfter(undoMs)
  if (isOver) return null
  return (
    <Button variant="default" mih={mih} onClick={onUndo}>
      {label}
    </Button>
  )
}
