import { t } from '@lingui/core/macro'
import { Group } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import { isZoneManager } from '@muster/domain/role.ts'
import { IconArrowLeft, IconFolderPlus, IconFolders, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'
import { readFilters } from '../../lib/search-props.ts'
import { useNamedZone } from '../../lib/session/use-named-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/forms/filter-select.tsx'
import { FilterToggle } from '../../ui/forms/filter-toggle.tsx'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PickZone, ZoneSelect } from '../../ui/pick-zone.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { InZoneOfAddress } from '../users/public.ts'
import { DocumentOfAddress } from './document-of-address.tsx'
import classes from './documents.module.css'
import type { DocumentsProps } from './documents-search.ts'
import { isRowDrag } from './dragged-files.ts'
import { type DroppedFile, readDroppedFiles } from './dropped-files.ts'
import { EveryZone } from './every-zone.tsx'
import { toFileRights, viewOnlyRights } from './file-acts.ts'
import { FileLists } from './file-lists.tsx'
import { FolderDialog } from './folder-dialog.tsx'
import { FolderPath } from './folder-path.tsx'
import { OrderSelect } from './order-select.tsx'
import { UploadDialog } from './upload-dialog.tsx'
import { useDocuments } from './use-documents.ts'

/** `viewer` only shows and downloads files, whatever else the person may do. */
type PageVariant = 'full' | 'viewer'
type VariantProps = DocumentsProps & { form: PageVariant }

export function DocumentsPage(address: DocumentsProps) {
  return <DocumentsContent {...address} form="full" />
}

export function DocumentsViewerPage(address: DocumentsProps) {
  return <DocumentsContent {...address} form="viewer" />
}

function DocumentsContent(address: VariantProps) {
  const { zone, isZoneBound, may } = useSelectedZone()
  // Internal admins without a selected zone see the files of all zones, and can open the files of one zone without selecting it.
  if (!zone && !isZoneBound && may('view_files')) return <AllZonesDocuments {...address} />
  return (
    <InZoneOfAddress
      {...address}
      title={t`Files & Folders`}
      purpose="files"
      onStay={() =>
        address.onSearch({ zone: undefined, folder: undefined, document: undefined }, { replace: true })
      }
    >
      <SelectedZoneDocuments {...address} />
    </InZoneOfAddress>
  )
}

/** Changes to the URL that clear every search parameter tied to a single zone. */
const resetParams = {
  ...{ folder: undefined, deleted: undefined, group: undefined, review: undefined },
  ...{ open: undefined, document: undefined },
}

function AllZonesDocuments(address: VariantProps) {
  const { search, onSearch } = address
  const { status } = useSelectedZone()
  const namedZone = useNamedZone(search.zone)
  const openZone = (zone: string | undefined) => onSearch({ zone, ...resetParams })
  const showAllZones = () => openZone(undefined)
  const zonePicker = (
    <ZoneSelect zone={namedZone.zone} onPick={({ id }) => openZone(id)} onPickAll={showAllZones} />
  )
  if (search.zone === undefined) return <EveryZone {...address} picker={zonePicker} />
  if (namedZone.zone)
    return (
      <ZoneDocuments
        key={namedZone.zone.id}
        {...address}
        zone={namedZone.zone}
        picker={zonePicker}
        onLeave={showAllZones}
      />
    )
  return (
    <Page title={t`Files & Folders`} secondary={zonePicker}>
      {status === 'loading' || namedZone.loading ? (
        <ListSkeleton count={3} />
      ) : (
        <NotAllowed title={t`This zone no longer exists`} text={t`It was deleted or suspended.`}>
          <Button variant="default" onClick={showAllZones}>
            {t`All zones`}
          </Button>
        </NotAllowed>
      )}
    </Page>
  )
}

function SelectedZoneDocuments(address: VariantProps) {
  const { onSearch } = address
  const { zone, may, isZoneBound, select, unselect } = useSelectedZone()
  if (!may('view_files'))
    return (
      <Page title={t`Files & Folders`}>
        <NotAllowed />
      </Page>
    )
  if (!zone)
    return (
      <Page title={t`Files & Folders`}>
        <PickZone of="files" />
      </Page>
    )
  return (
    <ZoneDocuments
      key={zone.id}
      {...address}
      zone={zone}
      picker={
        !isZoneBound && (
          <ZoneSelect
            zone={zone}
            onPick={({ id }) => {
              onSearch(resetParams)
              select(id)
            }}
            onPickAll={() => {
              onSearch(resetParams)
              unselect()
            }}
          />
        )
      }
    />
  )
}

type InZoneProps = VariantProps & {
  zone: MyZone
  picker: ReactNode
  onLeave?: () => void
}

function ZoneDocuments({ zone, picker, form, onLeave, ...address }: InZoneProps) {
  const { search, onSearch } = address
  const { rights } = useSelectedZone()
  const fileRights = form === 'viewer' ? viewOnlyRights : toFileRights(rights)
  const { folders, files } = useDocuments(zone.id, search)
  const [droppedItems, setDroppedItems] = useState<readonly DroppedFile[]>([])
  const [isDragOver, setIsDragOver] = useState(false)
  useFeedTopic(zoneTopic(zone.id))
  const filters = readFilters(address, 'q', 'group', 'review')
  const path = folders.data?.path ?? []
  const isFolderMissing = hasCode(folders.error, 'FOLDER_NOT_FOUND')
  const openFolder = (folder: string | undefined) =>
    onSearch({
      ...{ folder, q: undefined, group: undefined, deleted: undefined, review: undefined },
      ...{ open: undefined, document: undefined },
    })
  const closeDialog = () => onSearch({ open: undefined }, { replace: true })
  const isUnfiltered = !filters.isSet && !search.deleted
  return (
    <Page
      title={t`Files & Folders`}
      subtitle={zone.name}
      action={
        fileRights.upload &&
        !search.deleted && (
          <Button icon={IconUpload} onClick={() => onSearch({ open: 'upload' })}>
            {t`Upload File`}
          </Button>
        )
      }
      secondary={
        <>
          {picker}
          {fileRights.remove && (
            <Button
              variant="default"
              leftSection={
                search.deleted ? (
                  <IconFolders size="1.125rem" aria-hidden />
                ) : (
                  <IconTrash size="1.125rem" aria-hidden />
                )
              }
              onClick={() => onSearch({ deleted: search.deleted ? undefined : true, review: undefined })}
            >
              {search.deleted ? t`Back to files` : t`Deleted`}
            </Button>
          )}
          {fileRights.createFolders && !search.deleted && (
            <Button variant="default" icon={IconFolderPlus} onClick={() => onSearch({ open: 'folder' })}>
              {t`New Folder`}
            </Button>
          )}
        </>
      }
      toolbar={
        <>
          <ListSearch label={t`Search files and folders`} {...address} />
          {isZoneManager(rights.role) && <GroupFilter zoneId={zone.id} {...address} />}
          <OrderSelect {...address} />
          {fileRights.upload && !search.deleted && (
            <FilterToggle
              label={t`Due for review`}
              pressed={search.review === true}
              onToggle={pressed => onSearch({ review: pressed || undefined }, { replace: true })}
            />
          )}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the Upload File button does the same without dragging */}
      <div
        className={classes.drop}
        data-over={isDragOver || undefined}
        onDragOver={event => {
          if (!fileRights.upload || !isUnfiltered || isRowDrag(event)) return
          event.preventDefault()
          setIsDragOver(true)
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={event => {
          if (!fileRights.upload || !isUnfiltered || isRowDrag(event)) return
          event.preventDefault()
          setIsDragOver(false)
          void readDroppedFiles(event.dataTransfer).then(files => {
            setDroppedItems(files)
            onSearch({ open: 'upload' })
          })
        }}
      >
        {isUnfiltered && (
          <Group gap={4} mb="xs" mih="44px">
            {path.length > 0 && (
              <Button
                variant="default"
                icon={IconArrowLeft}
                points
                onClick={() => openFolder(path.at(-2)?.id)}
              >
                {t`Back`}
              </Button>
            )}
            <FolderPath path={path} onOpenAll={onLeave} onOpen={openFolder} />
          </Group>
        )}
        {isFolderMissing ? (
          <NotAllowed
            title={t`This folder no longer exists`}
            text={t`It was deleted, or you no longer have access.`}
          >
            <Button variant="default" onClick={() => openFolder(undefined)}>
              {t`Back to all files`}
            </Button>
          </NotAllowed>
        ) : (
          <FileLists
            // A selection ends with the list in which it was made.
            key={search.deleted ? 'deleted' : 'files'}
            zoneId={zone.id}
            place={isUnfiltered ? { folderId: search.folder } : undefined}
            may={fileRights}
            folders={folders}
            files={files}
            filters={filters}
            isDeleted={search.deleted === true}
            onOpen={openFolder}
            onUpload={() => onSearch({ open: 'upload' })}
          />
        )}
      </div>
      <DocumentOfAddress
        zoneId={zone.id}
        documentId={search.document}
        mayReview={fileRights.upload}
        onClose={() => onSearch({ document: undefined }, { replace: true })}
      />
      <FolderDialog
        zoneId={zone.id}
        parentId={search.folder}
        opened={search.open === 'folder' && fileRights.createFolders}
        onClose={closeDialog}
      />
      <UploadDialog
        zoneId={zone.id}
        folderId={search.folder}
        dropped={droppedItems}
        opened={search.open === 'upload' && fileRights.upload}
        onClose={() => {
          setDroppedItems([])
          closeDialog()
        }}
      />
    </Page>
  )
}

function GroupFilter({ zoneId, ...address }: DocumentsProps & { zoneId: string }) {
  const { data } = useQuery(orpc.broadcasts.groups.queryOptions({ input: { zoneId } }))
  return (
    <FilterSelect
      {...address}
      field="group"
      label={t`Group`}
      all={t`All groups`}
      choices={(data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      w={160}
    />
  )
}
