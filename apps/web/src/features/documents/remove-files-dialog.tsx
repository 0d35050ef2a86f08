import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { undoable } from '../../ui/toast/notify-undoable.ts'
import type { FileSelection } from './file-acts.ts'

type Props = {
  zoneId: string
  removing: { chosen: FileSelection; name: string } | undefined
  onClose: () => void
  onDone: () => void
}

export function RemoveFilesDialog({ zoneId, removing, onClose, onDone }: Props) {
  const { chosen = { folders: [], documents: [] }, name = '' } = removing ?? {}
  const removal = useQuery({
    ...orpc.documents.removal.queryOptions({ input: { zoneId, ...chosen } }),
    enabled: removing !== undefined,
    staleTime: 0,
  })
  const restore = useAct({
    call: (selection: FileSelection) => api.documents.restore({ zoneId, ...selection }),
    done: ({ restored }) => [t`Restored`, t`${plural(restored, { one: '# item', other: '# items' })}`],
    failed: t`Your selection couldn’t be restored. Try again.`,
    invalidates: [orpc.documents.key()],
  })
  const isFolder = chosen.folders.length > 0
  const totals = removal.data ?? { folders: 0, documents: 0 }
  const folders = totals.folders - chosen.folders.length
  const documents = totals.documents - chosen.documents.length
  const removalLines = [
    ...(folders > 0 ? [t`${plural(folders, { one: '# folder', other: '# folders' })}`] : []),
    ...(documents > 0 ? [t`${plural(documents, { one: '# file', other: '# files' })}`] : []),
  ]
  return (
    <ConfirmDialog
      opened={removing !== undefined}
      onClose={onClose}
      title={isFolder ? t`Delete Folder` : t`Delete File`}
      removes={removalLines}
      confirmLabel={t`Delete`}
      workingLabel={t`Deleting…`}
      onConfirm={() => api.documents.remove({ zoneId, ...chosen })}
      onDone={onDone}
      done={[
        isFolder ? t`Folder deleted successfully` : t`File deleted successfully`,
        undefined,
        undoable(() => restore.mutate(chosen)),
      ]}
      failure={isFolder ? t`Failed to delete folder` : t`Failed to delete file`}
      invalidates={[orpc.documents.key()]}
    >
      {removalLines.length > 0 ? (
        <Trans>
          Delete <Name>{name}</Name>? You can undo this for 30 days. This also deletes:
        </Trans>
      ) : (
        <Trans>
          Delete <Name>{name}</Name>? You can undo this for 30 days.
        </Trans>
      )}
    </ConfirmDialog>
  )
}
