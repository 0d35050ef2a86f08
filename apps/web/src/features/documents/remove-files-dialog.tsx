import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import type { Chosen } from './file-acts.ts'

type Props = {
  zoneId: string
  removing: { chosen: Chosen; name: string } | undefined
  onClose: () => void
  onDone: () => void
}

/** Confirms the deletion of folders and files, and lists what is deleted with them. */
export function RemoveFilesDialog({ zoneId, removing, onClose, onDone }: Props) {
  const { chosen = { folders: [], documents: [] }, name = '' } = removing ?? {}
  const removal = useQuery({
    ...orpc.documents.removal.queryOptions({ input: { zoneId, ...chosen } }),
    enabled: removing !== undefined,
    staleTime: 0,
  })
  const isFolder = chosen.folders.length > 0
  const inside = removal.data ?? { folders: 0, documents: 0 }
  const folders = inside.folders - chosen.folders.length
  const documents = inside.documents - chosen.documents.length
  const removes = [
    ...(folders > 0 ? [folders === 1 ? '1 folder' : `${folders} folders`] : []),
    ...(documents > 0 ? [documents === 1 ? '1 file' : `${documents} files`] : []),
  ]
  return (
    <ConfirmDialog
      opened={removing !== undefined}
      onClose={onClose}
      title={isFolder ? 'Delete Folder' : 'Delete File'}
      removes={removes}
      confirmLabel="Delete"
      workingLabel="Deleting…"
      onConfirm={() => api.documents.remove({ zoneId, ...chosen })}
      onDone={onDone}
      done={isFolder ? 'Folder deleted successfully' : 'File deleted successfully'}
      failure={isFolder ? 'Failed to delete folder' : 'Failed to delete file'}
      invalidates={[orpc.documents.key()]}
    >
      Delete {name}? It can be taken back for 30 days.{removes.length > 0 && ' With it go:'}
    </ConfirmDialog>
  )
}
