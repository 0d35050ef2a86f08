import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Document, Folder } from '@muster/contract/documents.ts'
import { IconFolderOpen, IconUpload } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import type { PagedList } from '../../lib/use-pages.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { List } from '../../ui/layout/list.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import type { Chosen, FileActs, May } from './file-acts.ts'
import { FileDialogs, type Opened } from './file-dialogs.tsx'
import { FileRow } from './file-row.tsx'
import { FolderCards } from './folder-cards.tsx'

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

const none: Chosen = { folders: [], documents: [] }
const toggled = (ids: readonly string[], id: string) =>
  ids.includes(id) ? ids.filter(it => it !== id) : [...ids, id]

/** The contents of a folder: folders as cards, files as rows, and actions on the selected ones. */
export function FileLists({ zoneId, may, folders, files, filters, isDeleted, onOpen, onUpload }: Props) {
  const [chosen, setChosen] = useState<Chosen>(none)
  const [open, setOpen] = useState<Opened>({})
  const restore = useAct({
    call: (those: Chosen) => api.documents.restore({ zoneId, ...those }),
    onDone: () => setChosen(none),
    done: ({ restored }) => [t`Restored`, t`${plural(restored, { one: '# item', other: '# items' })}`],
    failed: t`Your selection couldn’t be restored. Try again.`,
    invalidates: [orpc.documents.key()],
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
  const isEmpty = shown?.length === 0 && files.rows?.length === 0
  return (
    <>
      {folders.isError && (
        <ErrorState
          title={t`Failed to load files and folders`}
          onRetry={() => void folders.refetch()}
          retrying={folders.isFetching}
        />
      )}
      <FolderCards
        folders={shown ?? []}
        may={may}
        chosen={chosen.folders}
        onChoose={id => setChosen({ ...chosen, folders: toggled(chosen.folders, id) })}
        onOpen={onOpen}
        acts={acts}
      />
      {!(files.rows?.length === 0 && shown && shown.length > 0) && !folders.isError && (
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
                <Button leftSection={<IconUpload size="1.125rem" aria-hidden />} onClick={onUpload}>
                  <Trans>Upload File</Trans>
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
              isChosen={chosen.documents.includes(document.id)}
              onChoose={() => setChosen({ ...chosen, documents: toggled(chosen.documents, document.id) })}
              acts={acts}
            />
          )}
        </List>
      )}
      <ChosenBar
        zoneId={zoneId}
        chosen={chosen}
        may={may}
        isDeleted={isDeleted}
        isRestoring={restore.isPending}
        acts={acts}
        onNone={() => setChosen(none)}
      />
      <FileDialogs
        zoneId={zoneId}
        may={may}
        folders={shown}
        documents={files.rows}
        open={open}
        onClose={() => setOpen({})}
        onDone={() => setChosen(none)}
      />
    </>
  )
}
