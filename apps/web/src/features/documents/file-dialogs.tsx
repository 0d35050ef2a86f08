import type { Document, Folder } from '@muster/contract/documents.ts'
import { EditFileDialog } from './edit-file-dialog.tsx'
import type { FileRights, FileSelection } from './file-acts.ts'
import { FolderDialog } from './folder-dialog.tsx'
import { LinkGroupsDialog } from './link-groups-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { ReadingDialog } from './reading-dialog.tsx'
import { RemoveFilesDialog } from './remove-files-dialog.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

export type OpenFileDialog = {
  link?: string
  edit?: Folder
  move?: FileSelection
  remove?: { chosen: FileSelection; name: string }
  editFile?: Document
  versions?: Document
  reading?: string
}

type Props = {
  zoneId: string
  may: FileRights
  folders: readonly Folder[] | undefined
  documents: readonly Document[] | undefined
  open: OpenFileDialog
  onClose: () => void
  /** Called once the selected items have been moved or removed. */
  onDone: () => void
}

export function FileDialogs({ zoneId, may, folders, documents, open, onClose, onDone }: Props) {
  return (
    <>
      <LinkGroupsDialog folder={folders?.find(({ id }) => id === open.link)} onClose={onClose} />
      <FolderDialog zoneId={zoneId} folder={open.edit} opened={open.edit !== undefined} onClose={onClose} />
      <MoveDialog zoneId={zoneId} chosen={open.move} onClose={onClose} onDone={onDone} />
      <RemoveFilesDialog zoneId={zoneId} removing={open.remove} onClose={onClose} onDone={onDone} />
      <EditFileDialog document={open.editFile} onClose={onClose} />
      <VersionsDialog document={open.versions} mayRestore={may.upload} onClose={onClose} />
      <ReadingDialog
        document={documents?.find(({ id }) => id === open.reading)}
        mayAsk={may.upload}
        mayWatch={may.watch}
        onClose={onClose}
      />
    </>
  )
}
