import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Checkbox, Text, UnstyledButton } from '@mantine/core'
import type { Folder } from '@muster/contract/documents.ts'
import {
  IconArrowBackUp,
  IconDotsVertical,
  IconFolder,
  IconFolderSymlink,
  IconPencil,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { language } from '../../lib/language.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Menu } from '../../ui/layout/menu.tsx'
import { Name } from '../../ui/people/name.tsx'
import { notify } from '../../ui/toast/notify.ts'
import classes from './documents.module.css'
import { isRowDrag, readDrop, toRowDrag } from './dragged-files.ts'
import type { FileActions, FileRights, FileSelection } from './file-acts.ts'

type Props = {
  folder: Folder
  may: FileRights
  isChosen?: boolean
  /** Omitted if nothing can be selected, as among the folders of all zones. */
  onChoose?: () => void
  /** Shown if folders of several zones are listed together. */
  zoneName?: string
  onOpen: () => void
  acts?: FileActions
  /** Undefined, like `onDropInto`, for people who may not move files. */
  onDrag?: ((event: DragEvent) => void) | undefined
  onDropInto?: ((selection: FileSelection) => void) | undefined
}

const listFormat = new Intl.ListFormat(language, { type: 'conjunction' })

export function FolderCard(props: Props) {
  const { folder, may, isChosen = false, onChoose, zoneName, onOpen, acts, onDrag, onDropInto } = props
  const dropProps = useFolderDrop(folder.id, onDropInto)
  const { name, description, folders, files, forGroups, groups, deletedAt } = folder
  const contents =
    folders > 0
      ? t`${plural(folders, { one: '# folder', other: '# folders' })}, ${plural(files, { one: '# file', other: '# files' })}`
      : t`${plural(files, { one: '# file', other: '# files' })}`
  const groupNames = listFormat.format(groups.map(group => group.name))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu item Move does the same without dragging
    <div
      className={classes.folder}
      data-chosen={isChosen || undefined}
      draggable={onDrag !== undefined}
      onDragStart={toRowDrag(onDrag)}
      {...dropProps}
    >
      {onChoose && (
        <Checkbox
          aria-label={t`Select ${name}`}
          checked={isChosen}
          onChange={onChoose}
          styles={{ body: { justifyContent: 'center', minWidth: 44, minHeight: 44 } }}
        />
      )}
      <UnstyledButton
        type="button"
        className={classes.open}
        fz="sm"
        onClick={onOpen}
        disabled={deletedAt !== null}
      >
        <IconFolder size="1.5rem" aria-hidden color="var(--m-zone)" />
        <Box component="span" miw={0} flex={1}>
          <Text span fw={600} truncate display="block">
            <Name>{name}</Name>
          </Text>
          <Text span size="xs" c="dimmed" display="block">
            {deletedAt ? t`Deleted` : contents}
            {description && (
              <>
                {' '}
                · <bdi>{description}</bdi>
              </>
            )}
          </Text>
          {zoneName && (
            <Text span size="xs" c="dimmed" display="block">
              <Name>{zoneName}</Name>
            </Text>
          )}
          {forGroups && (
            <Text span size="xs" c="dimmed" display="block">
              {groups.length > 0 ? (
                <Trans>Only for {groupNames}</Trans>
              ) : (
                t`Only for zone managers: its group was deleted`
              )}
            </Text>
          )}
        </Box>
      </UnstyledButton>
      {deletedAt
        ? may.remove &&
          acts && (
            <ActionIcon
              icon={IconArrowBackUp}
              iconSize="1.125rem"
              points
              variant="default"
              size={44}
              aria-label={t`Restore ${name}`}
              onClick={() => acts.onRestore({ folders: [folder.id], documents: [] })}
            />
          )
        : (may.link || may.createFolders || may.remove) &&
          acts && (
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon
                  icon={IconDotsVertical}
                  iconSize="1.125rem"
                  size={44}
                  aria-label={t`Folder menu for ${name}`}
                />
              </Menu.Target>
              <Menu.Dropdown>
                {may.link && (
                  <Menu.Item icon={IconUsersGroup} onClick={() => acts.onLink(folder)}>
                    {t`Link Groups`}
                  </Menu.Item>
                )}
                {may.createFolders && (
                  <>
                    <Menu.Item icon={IconPencil} onClick={() => acts.onEditFolder(folder)}>
                      {t`Edit Folder`}
                    </Menu.Item>
                    <Menu.Item
                      icon={IconFolderSymlink}
                      onClick={() => acts.onMove({ folders: [folder.id], documents: [] })}
                    >
                      {t`Move`}
                    </Menu.Item>
                  </>
                )}
                {may.remove && (
                  <Menu.Item
                    color="red"
                    icon={IconTrash}
                    onClick={() => acts.onRemove({ folders: [folder.id], documents: [] }, name)}
                  >
                    {t`Delete Folder`}
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          )}
    </div>
  )
}

/** Returns the properties of a folder onto which rows can be dropped. A folder does not accept itself. */
function useFolderDrop(folderId: string, onDropInto: ((selection: FileSelection) => void) | undefined) {
  const [isOver, setIsOver] = useState(false)
  if (!onDropInto) return {}
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!isRowDrag(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      if (!isRowDrag(event)) return
      event.preventDefault()
      event.stopPropagation()
      setIsOver(false)
      const selection = readDrop(event)
      if (!selection) return
      const { folders, documents } = selection
      if (!folders.includes(folderId)) onDropInto(selection)
      // A folder dragged alone that ends on itself was not meant to move.
      else if (folders.length + documents.length > 1)
        notify.error(t`A folder can’t be moved into itself`, t`Deselect the folder first.`)
    },
  }
}
