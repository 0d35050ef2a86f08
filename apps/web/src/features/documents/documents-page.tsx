import { Button, Select } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import { IconArrowLeft, IconFolderPlus, IconFolders, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'
import { filtersIn } from '../../lib/in-address.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { InZoneOfAddress, PickZone, ZoneSelect } from '../users/public.ts'
import classes from './documents.module.css'
import { type DocumentsProps, sorts } from './documents-search.ts'
import { type Dropped, droppedFiles } from './dropped-files.ts'
import { mayOf } from './file-acts.ts'
import { FileLists } from './file-lists.tsx'
import { FolderPath } from './folder-path.tsx'
import { FolderDialog } from './name-dialogs.tsx'
import { UploadDialog } from './upload-dialog.tsx'
import { useDocuments } from './use-documents.ts'

/** Folders and files of the zone one works in, or that the address names. */
export function DocumentsPage(address: DocumentsProps) {
  return (
    <InZoneOfAddress
      {...address}
      title="Files & Folders"
      purpose="see the files of"
      onStay={() => address.onSearch({ zone: undefined, folder: undefined }, { replace: true })}
    >
      <Files {...address} />
    </InZoneOfAddress>
  )
}

function Files(address: DocumentsProps) {
  const { zone, may, isZoneBound, select } = useSelectedZone()
  if (!may('view_files'))
    return (
      <Page title="Files & Folders">
        <NotAllowed />
      </Page>
    )
  if (!zone)
    return (
      <Page title="Files & Folders">
        <PickZone of="files" onPick={isZoneBound ? undefined : select} />
      </Page>
    )
  return (
    <InZone
      key={zone.id}
      {...address}
      zone={zone}
      picker={!isZoneBound && <ZoneSelect zone={zone} onPick={({ id }) => select(id)} />}
    />
  )
}

const sortWords = { name: 'By name', newest: 'Newest first', largest: 'Largest first' }

function InZone({ zone, picker, ...address }: DocumentsProps & { zone: MyZone; picker: ReactNode }) {
  const { search, onSearch } = address
  const { rights } = useSelectedZone()
  const may = mayOf(rights)
  const { folders, files } = useDocuments(zone.id, search)
  const [dropped, setDropped] = useState<readonly Dropped[]>([])
  const [over, setOver] = useState(false)
  useFeedTopic(zoneTopic(zone.id))
  const filters = filtersIn(address, 'q', 'group')
  const path = folders.data?.path ?? []
  const isGone = hasCode(folders.error, 'FOLDER_NOT_FOUND')
  const openFolder = (folder: string | undefined) =>
    onSearch({ folder, q: undefined, group: undefined, deleted: undefined, open: undefined })
  const close = () => onSearch({ open: undefined }, { replace: true })
  const isPlain = !filters.isSet && !search.deleted
  return (
    <Page
      title="Files & Folders"
      subtitle={zone.name}
      action={
        may.upload &&
        !search.deleted && (
          <Button
            leftSection={<IconUpload size="1.125rem" aria-hidden />}
            onClick={() => onSearch({ open: 'upload' })}
          >
            Upload File
          </Button>
        )
      }
      secondary={
        <>
          {picker}
          {may.remove && (
            <Button
              variant="default"
              leftSection={
                search.deleted ? (
                  <IconFolders size="1.125rem" aria-hidden />
                ) : (
                  <IconTrash size="1.125rem" aria-hidden />
                )
              }
              onClick={() => onSearch({ deleted: search.deleted ? undefined : true })}
            >
              {search.deleted ? 'Back to the files' : 'Deleted'}
            </Button>
          )}
          {may.createFolders && !search.deleted && (
            <Button
              variant="default"
              leftSection={<IconFolderPlus size="1.125rem" aria-hidden />}
              onClick={() => onSearch({ open: 'folder' })}
            >
              New Folder
            </Button>
          )}
        </>
      }
      toolbar={
        <>
          <ListSearch label="Search files and folders" {...address} />
          {may.watch && <GroupFilter zoneId={zone.id} {...address} />}
          <Select
            aria-label="Order"
            data={sorts.map(value => ({ value, label: sortWords[value] }))}
            value={search.sort ?? 'name'}
            onChange={value =>
              onSearch({ sort: sorts.find(one => one === value && one !== 'name') }, { replace: true })
            }
            allowDeselect={false}
            w={160}
          />
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button says the same to who drags nothing */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={event => {
          if (!may.upload || !isPlain) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          if (!may.upload || !isPlain) return
          event.preventDefault()
          setOver(false)
          void droppedFiles(event.dataTransfer).then(found => {
            setDropped(found)
            onSearch({ open: 'upload' })
          })
        }}
      >
        {isPlain && (
          <div className={classes.path}>
            {path.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconArrowLeft size="1.125rem" aria-hidden />}
                onClick={() => openFolder(path.at(-2)?.id)}
              >
                Back
              </Button>
            )}
            <FolderPath path={path} onOpen={openFolder} />
          </div>
        )}
        {isGone ? (
          <NotAllowed
            title="This folder does not exist any more"
            text="It was deleted, or it is not for you."
          >
            <Button variant="default" onClick={() => openFolder(undefined)}>
              Back to Root
            </Button>
          </NotAllowed>
        ) : (
          <FileLists
            zoneId={zone.id}
            may={may}
            folders={folders}
            files={files}
            filters={filters}
            isDeleted={search.deleted === true}
            onOpen={openFolder}
            onUpload={() => onSearch({ open: 'upload' })}
          />
        )}
      </div>
      <FolderDialog
        zoneId={zone.id}
        parentId={search.folder}
        opened={search.open === 'folder' && may.createFolders}
        onClose={close}
      />
      <UploadDialog
        zoneId={zone.id}
        folderId={search.folder}
        dropped={dropped}
        opened={search.open === 'upload' && may.upload}
        onClose={() => {
          setDropped([])
          close()
        }}
      />
    </Page>
  )
}

function GroupFilter({ zoneId, search, onSearch }: DocumentsProps & { zoneId: string }) {
  const { data } = useQuery(orpc.broadcasts.groups.queryOptions({ input: { zoneId } }))
  return (
    <Select
      aria-label="Group"
      data={[
        { value: 'all', label: 'All groups' },
        ...(data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={search.group ?? 'all'}
      onChange={value =>
        onSearch({ group: value === 'all' || value === null ? undefined : value }, { replace: true })
      }
      allowDeselect={false}
      w={160}
    />
  )
}
