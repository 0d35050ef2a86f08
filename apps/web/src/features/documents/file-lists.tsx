import { Box, Button } from '@mantine/core'
import type { Document, Folder } from '@muster/contract/documents.ts'
import { IconDownload, IconFolderOpen, IconFolderSymlink, IconTrash, IconUpload } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import type { PagedList } from '../../lib/use-pages.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { List } from '../../ui/layout/list.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import classes from './documents.module.css'
import { downloadZip } from './download-zip.ts'
import type { Chosen, FileActs, May } from './file-acts.ts'
import { FileRow } from './file-row.tsx'
import { FolderCard } from './folder-card.tsx'
import { LinkGroupsDialog } from './link-groups-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { FolderDialog, RenameDialog } from './name-dialogs.tsx'
import { ReadingDialog } from './reading-dialog.tsx'
import { RemoveFilesDialog } from './remove-files-dialog.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

type Props = {
  zoneId: string
  may: May
  folders: UseQueryResult<{ folders: Folder[] }>
  files: PagedList<Document>
  filters: { isSet: boolean; clear: () => void }
  isDeleted: boolean
  onOpen: (folderId: string) => void
  onUpload: () => void
}

/** So many folders are drawn at once. */
const STEP = 60
const none: Chosen = { folders: [], documents: [] }
const toggled = (ids: readonly string[], id: string) =>
  ids.includes(id) ? ids.filter(it => it !== id) : [...ids, id]

/** The contents of a folder: its folders as cards, its files as rows, and the acts on those that are ticked. */
export function FileLists({ zoneId, may, folders, files, filters, isDeleted, onOpen, onUpload }: Props) {
  const [chosen, setChosen] = useState<Chosen>(none)
  const [open, setOpen] = useState<Opened>({})
  const [most, setMost] = useState(STEP)
  const restore = useAct({
    call: (those: Chosen) => api.documents.restore({ zoneId, ...those }),
    onDone: () => setChosen(none),
    done: ({ restored }) => ['Taken back', restored === 1 ? '1 entry' : `${restored} entries`],
    failed: 'Failed to take it back',
    invalidates: [orpc.documents.key()],
  })
  const zip = useAct({
    call: (those: Chosen) => downloadZip(zoneId, those),
    done: 'Download started',
    failed: () => 'Failed to generate download link',
  })
  const restoreNow = restore.mutate
  const acts = useMemo<FileActs>(
    () => ({
      onLink: link => setOpen({ link: link.id }),
      onEditFolder: edit => setOpen({ edit }),
      onMove: move => setOpen({ move }),
      onRemove: (those, name) => setOpen({ remove: { chosen: those, name } }),
      onRestore: restoreNow,
      onRename: rename => setOpen({ rename }),
      onVersions: versions => setOpen({ versions }),
      onReading: reading => setOpen({ reading: reading.id }),
    }),
    [restoreNow],
  )
  const shown = folders.data?.folders
  const count = chosen.folders.length + chosen.documents.length
  const isEmpty = shown?.length === 0 && files.rows?.length === 0
  const close = () => setOpen({})
  return (
    <>
      {folders.isError && (
        <ErrorState
          title="Failed to load files and folders"
          onRetry={() => void folders.refetch()}
          retrying={folders.isFetching}
        />
      )}
      {shown && shown.length > 0 && (
        <ul className={classes.folders} aria-label="Folders">
          {shown.slice(0, most).map(folder => (
            <li key={folder.id}>
              <FolderCard
                folder={folder}
                may={may}
                isChosen={chosen.folders.includes(folder.id)}
                onChoose={() => setChosen({ ...chosen, folders: toggled(chosen.folders, folder.id) })}
                onOpen={() => onOpen(folder.id)}
                acts={acts}
              />
            </li>
          ))}
        </ul>
      )}
      {shown && shown.length > most && (
        <Box mb="var(--m-gap)" ta="center">
          <Button variant="default" onClick={() => setMost(most + STEP)}>
            Show more folders ({shown.length - most})
          </Button>
        </Box>
      )}
      {!(files.rows?.length === 0 && shown && shown.length > 0) && !folders.isError && (
        <List
          list={files}
          failure="Failed to load files and folders"
          skeleton={<CardGridSkeleton count={3} />}
          empty={
            <EmptyState
              icon={IconFolderOpen}
              title={isDeleted ? 'Nothing was deleted' : 'Nothing is here yet'}
              text={
                isDeleted
                  ? 'What is deleted can be taken back here for 30 days.'
                  : may.upload
                    ? 'Upload files, or drag them here. Folders can be given to groups.'
                    : 'Files that zone managers share appear here.'
              }
            >
              {may.upload && !isDeleted && (
                <Button leftSection={<IconUpload size="1.125rem" aria-hidden />} onClick={onUpload}>
                  Upload File
                </Button>
              )}
            </EmptyState>
          }
          filters={isEmpty || filters.isSet ? filters : undefined}
          noneFound={['Nothing matches', 'Try other words, or another group.']}
          keyOf={({ id }) => id}
          estimate={66}
          minColumn={2_000}
          gap={8}
          label="Files"
        >
          {document => (
            <FileRow
              document={document}
              may={may}
              isChosen={chosen.documents.includes(document.id)}
              onChoose={() => setChosen({ ...chosen, documents: toggled(chosen.documents, document.id) })}
              acts={acts}
            />
          )}
        </List>
      )}
      {count > 0 && (
        <section className={classes.chosen} aria-label="Chosen">
          <Box component="span" miw={0} flex={1}>
            {count} chosen
          </Box>
          {isDeleted ? (
            <Button onClick={() => restore.mutate(chosen)} disabled={restore.isPending}>
              Take back
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                leftSection={<IconDownload size="1.125rem" aria-hidden />}
                onClick={() => zip.mutate(chosen)}
                disabled={zip.isPending}
              >
                {zip.isPending ? 'Preparing…' : 'Download'}
              </Button>
              {may.createFolders && (
                <Button
                  variant="default"
                  leftSection={<IconFolderSymlink size="1.125rem" aria-hidden />}
                  onClick={() => acts.onMove(chosen)}
                >
                  Move
                </Button>
              )}
              {may.remove && (
                <Button
                  variant="default"
                  leftSection={<IconTrash size="1.125rem" aria-hidden />}
                  onClick={() => acts.onRemove(chosen, `${count} chosen`)}
                >
                  Delete
                </Button>
              )}
            </>
          )}
          <Button variant="subtle" color="gray" onClick={() => setChosen(none)}>
            Choose none
          </Button>
        </section>
      )}
      <LinkGroupsDialog folder={shown?.find(({ id }) => id === open.link)} onClose={close} />
      <FolderDialog zoneId={zoneId} folder={open.edit} opened={open.edit !== undefined} onClose={close} />
      <MoveDialog zoneId={zoneId} chosen={open.move} onClose={close} onDone={() => setChosen(none)} />
      <RemoveFilesDialog
        zoneId={zoneId}
        removing={open.remove}
        onClose={close}
        onDone={() => setChosen(none)}
      />
      <RenameDialog document={open.rename} onClose={close} />
      <VersionsDialog document={open.versions} mayRestore={may.upload} onClose={close} />
      <ReadingDialog
        document={files.rows?.find(({ id }) => id === open.reading)}
        mayAsk={may.upload}
        mayWatch={may.watch}
        onClose={close}
      />
    </>
  )
}

/** The dialog that is open, and what it is about. */
type Opened = {
  link?: string
  edit?: Folder
  move?: Chosen
  remove?: { chosen: Chosen; name: string }
  rename?: Document
  versions?: Document
  reading?: string
}
