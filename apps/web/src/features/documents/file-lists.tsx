import { plural, t } from '@lingui/core/macro'
import type { Document, Folder } from '@muster/contract/documents.ts'
import { IconFolderOpen, IconUpload } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type DragEvent, useMemo, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import type { PagedList } from '../../lib/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { List } from '../../ui/layout/list.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { undoable } from '../../ui/toast/notify-undoable.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { startDrag } from './dragged-files.ts'
import type { FileActions, FileRights, FileSelection } from './file-acts.ts'
import { FileDialogs, type OpenFileDialog } from './file-dialogs.tsx'
import { FileRow } from './file-row.tsx'
import { FolderCards } from './folder-cards.tsx'

type Props = {
  zoneId: string
  may: FileRights
  folders: UseQueryResult<{ folders: Folder[] }>
  files: PagedList<Document>
  filters: { isSet: boolean; clear: () => void }
  isDeleted: boolean
  /** The open folder, if the list shows its contents rather than results from everywhere. */
  place: { folderId: string | undefined } | undefined
  onOpen: (folderId: string) => void
  onUpload: () => void
}

const emptySelection: FileSelection = { folders: [], documents: [] }
const toggleId = (ids: readonly string[], id: string) =>
  ids.includes(id) ? ids.filter(it => it !== id) : [...ids, id]

export function FileLists(props: Props) {
  const { zoneId, may, folders, files, filters, isDeleted, place, onOpen, onUpload } = props
  const [currentSelection, setSelection] = useState<FileSelection>(emptySelection)
  const [openDialog, setOpenDialog] = useState<OpenFileDialog>({})
  const restore = useAct({
    call: (selection: FileSelection) => api.documents.restore({ zoneId, ...selection }),
    onDone: () => setSelection(emptySelection),
    done: ({ restored }) => [t`Restored`, t`${plural(restored, { one: '# item', other: '# items' })}`],
    failed: t`Your selection couldn’t be restored. Try again.`,
    invalidates: [orpc.documents.key()],
  })
  const restoreNow = restore.mutate
  const move = useMoveFiles({ zoneId, onDone: () => setSelection(emptySelection) })
  const mayDrag = may.createFolders && !isDeleted
  /** Drags the whole selection if the dragged row belongs to it, otherwise only that row. */
  const startRowDrag = (event: DragEvent, row: FileSelection) => {
    const isSelected =
      row.documents.some(id => currentSelection.documents.includes(id)) ||
      row.folders.some(id => currentSelection.folders.includes(id))
    startDrag(event, isSelected ? currentSelection : row)
  }
  const actions = useMemo<FileActions>(
    () => ({
      onLink: link => setOpenDialog({ link: link.id }),
      onEditFolder: edit => setOpenDialog({ edit }),
      onMove: move => setOpenDialog({ move }),
      onRemove: (selection, name) => setOpenDialog({ remove: { chosen: selection, name } }),
      onRestore: restoreNow,
      onEditFile: editFile => setOpenDialog({ editFile }),
      onVersions: versions => setOpenDialog({ versions }),
      onReading: reading => setOpenDialog({ reading: reading.id }),
    }),
    [restoreNow],
  )
  const shownFolders = folders.data?.folders
  const isEmpty = shownFolders?.length === 0 && files.rows?.length === 0
  return (
    <>
      {folders.isError && <ErrorState title={t`Failed to load files and folders`} query={folders} />}
      <FolderCards
        folders={shownFolders ?? []}
        may={may}
        chosen={currentSelection.folders}
        onChoose={id =>
          setSelection({ ...currentSelection, folders: toggleId(currentSelection.folders, id) })
        }
        onOpen={onOpen}
        acts={actions}
        onDrag={
          mayDrag
            ? (event, folderId) => startRowDrag(event, { folders: [folderId], documents: [] })
            : undefined
        }
        onDropInto={
          mayDrag ? (folderId, selection) => move.mutate({ to: folderId, selection, from: place }) : undefined
        }
      />
      {!(files.rows?.length === 0 && shownFolders && shownFolders.length > 0) && !folders.isError && (
        <List
          list={files}
          failure={t`Failed to load files and folders`}
          skeleton={<CardGridSkeleton count={3} />}
          empty={
            <EmptyState
              icon={IconFolderOpen}
              title={isDeleted ? t`No deleted files` : t`No files yet`}
              text={
                isDeleted
                  ? t`You can restore deleted files here for 30 days.`
                  : may.upload
                    ? t`Upload files or drag them here. Link a folder to groups to limit who can see it.`
                    : t`Files that zone managers share appear here.`
              }
            >
              {may.upload && !isDeleted && (
                <Button icon={IconUpload} onClick={onUpload}>
                  {t`Upload File`}
                </Button>
              )}
            </EmptyState>
          }
          filters={isEmpty || filters.isSet ? filters : undefined}
          emptyTexts={[t`No results`, t`Try different words or another group.`]}
          getKey={({ id }) => id}
          estimate={66}
          minColumn={2_000}
          gap={8}
          label={t`Files`}
        >
          {document => (
            <FileRow
              document={document}
              may={may}
              isChosen={currentSelection.documents.includes(document.id)}
              onChoose={() =>
                setSelection({
                  ...currentSelection,
                  documents: toggleId(currentSelection.documents, document.id),
                })
              }
              acts={actions}
              onDrag={
                mayDrag ? event => startRowDrag(event, { folders: [], documents: [document.id] }) : undefined
              }
            />
          )}
        </List>
      )}
      <ChosenBar
        zoneId={zoneId}
        chosen={currentSelection}
        may={may}
        isDeleted={isDeleted}
        isRestoring={restore.isPending}
        acts={actions}
        onNone={() => setSelection(emptySelection)}
      />
      <FileDialogs
        zoneId={zoneId}
        may={may}
        folders={shownFolders}
        documents={files.rows}
        open={openDialog}
        onClose={() => setOpenDialog({})}
        onDone={() => setSelection(emptySelection)}
      />
    </>
  )
}

type Move = {
  selection: FileSelection
  /** The target folder; undefined for the top level. */
  to: string | undefined
  /** The folder that the selection came from, if it is a single one that the move can be undone to. */
  from: { folderId: string | undefined } | undefined
}

/** Returns the action that moves dragged folders and files. Its toast moves them back. */
function useMoveFiles({ zoneId, onDone }: { zoneId: string; onDone: () => void }) {
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
