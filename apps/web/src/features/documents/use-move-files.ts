import { t } from '@lingui/core/macro'
import { api, orpc } from '../../lib/api.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { undoable } from '../../ui/toast/notify-undoable.ts'
import type { FileSelection } from './file-acts.ts'

type Move = {
  selection: FileSelection
  /** The target folder; undefined for the top level. */
  to: string | undefined
  /** The folder that the selection came from, if it is a single one that the move can be undone to. */
  from: { folderId: string | undefined } | undefined
}

/** Returns the action that moves dragged folders and files. Its toast moves them back. */
export function useMoveFiles({ zoneId, onDone }: { zoneId: string; onDone: () => void }) {
  const move = useAct({
    call: ({ selection, to }: Move) =>
      api.documents.move({ zoneId, ...(to !== undefined && { folderId: to }), ...selection }),
    onDone,
    done: (_, { selection, from }) => [
      t`Moved`,
      undefined,
      from && undoable(() => move.mutate({ selection, to: from.folderId, from: undefined })),
    ],
    failed: t`Your selection couldn’t be moved. Try again.`,
    invalidates: [orpc.documents.key()],
  })
  return move
}
