import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Checkbox, Group, Text, UnstyledButton } from '@mantine/core'
import type { Document } from '@muster/contract/documents.ts'
import {
  IconArrowBackUp,
  IconBook2,
  IconDeviceMobileCheck,
  IconDeviceMobileDown,
  IconDeviceMobileOff,
  IconDotsVertical,
  IconDownload,
  IconFile,
  IconFolderSymlink,
  IconHistory,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { isUnreachable, withReference } from '../../lib/error-text.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { cachedFiles } from '../../offline/cached-files.ts'
import { useCachedFiles } from '../../offline/use-cached-files.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Menu } from '../../ui/layout/menu.tsx'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { FileThumbnail, lostWords } from '../files/public.ts'
import { DocumentDialog, useIsShownHere } from './document-dialog.tsx'
import classes from './documents.module.css'
import { toRowDrag } from './dragged-files.ts'
import type { FileActions, FileRights } from './file-acts.ts'
import { ReadingProgressTag } from './reading-progress-tag.tsx'
import { ReadingTag } from './reading-tag.tsx'
import { ReviewTag } from './review-tag.tsx'
import { useIsConfirmationQueued } from './use-confirm-reading.ts'
import { useSaveDocument } from './use-save-document.ts'

type Props = {
  document: Document
  may: FileRights
  isChosen?: boolean
  /** Omitted, like `acts`, if nothing can be selected, as among the files of all zones. */
  onChoose?: () => void
  /** Shown if files of several zones are listed together. */
  zoneName?: string
  acts?: FileActions
  /** Starts dragging the row; undefined for people who may not move files. */
  onDrag?: ((event: DragEvent) => void) | undefined
}

export function FileRow({ document, may, isChosen = false, onChoose, zoneName, acts, onDrag }: Props) {
  const { id: documentId, zoneId, title, file, version, uploadedBy, updatedAt, deletedAt, reading } = document
  const [isPreviewOpen, setIsPreviewOpen] = useState(false)
  const fetchLinks = () => api.documents.fileLink({ zoneId, documentId, version })
  const cachedFile = useCachedFiles().get(documentId)
  const [pictureUrl, setPictureUrl] = useState<string>()
  const save = useSaveDocument(document)
  const isShownHere = useIsShownHere(document)
  const isQueued = useIsConfirmationQueued(documentId)
  const progress = may.watch && !deletedAt ? reading?.progress : undefined
  const isReadingRequested = reading?.mine === 'asked' && !isQueued
  const open = async () => {
    const savedCopy = file.kind === 'picture' && cachedFile ? await cachedFiles.open(documentId) : undefined
    if (savedCopy) setPictureUrl(URL.createObjectURL(savedCopy.blob))
    // Required reading is confirmed at the end of the opened file, so it opens even if it can only be downloaded from there.
    if (isShownHere || savedCopy || isReadingRequested) setIsPreviewOpen(true)
    else save.mutate()
  }
  const close = () => {
    setIsPreviewOpen(false)
    if (pictureUrl) URL.revokeObjectURL(pictureUrl)
    setPictureUrl(undefined)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu item Move does the same without dragging
    <div
      className={classes.row}
      data-chosen={isChosen || undefined}
      draggable={onDrag !== undefined}
      onDragStart={toRowDrag(onDrag)}
    >
      {onChoose && (
        <Checkbox
          aria-label={t`Select ${title}`}
          checked={isChosen}
          onChange={onChoose}
          styles={{ body: { justifyContent: 'center', minWidth: 44, minHeight: 44 } }}
        />
      )}
      <UnstyledButton
        type="button"
        className={classes.open}
        fz="sm"
        onClick={() => void open()}
        disabled={deletedAt !== null || file.isLost}
      >
        {file.thumbnailUrl ? (
          <FileThumbnail className={classes.thumbnail} file={file} fetchLinks={fetchLinks} />
        ) : (
          <IconFile size="1.5rem" aria-hidden color="var(--m-zone)" />
        )}
        <Box component="span" miw={0} flex={1}>
          <Text span fw={600} truncate display="block">
            <Name>{title}</Name>
          </Text>
          <Text span size="xs" c="dimmed" display="block">
            <bdi>{file.name}</bdi> · {file.isLost ? lostWords : formatBytes(file.size)}
            {version > 1 && (
              <>
                {' '}
                · <Trans>version {version}</Trans>
              </>
            )}{' '}
            · <Name>{uploadedBy}</Name> ·{' '}
            {zoneName && (
              <>
                <Name>{zoneName}</Name> ·{' '}
              </>
            )}
            <RelativeTime at={deletedAt ?? updatedAt} />
          </Text>
        </Box>
      </UnstyledButton>
      {cachedFile && (
        <Tag icon={IconDeviceMobileCheck}>
          {cachedFile.version === version ? t`On this device` : t`Older version on this device`}
        </Tag>
      )}
      {/* The count says that it is required reading, so nobody needs both. */}
      {(reading?.mine !== 'not asked' || !progress?.people) && <ReadingTag document={document} />}
      {may.upload && !deletedAt && <ReviewTag document={document} />}
      {progress && <ReadingProgressTag {...progress} />}
      {isReadingRequested && (
        <Button
          variant="default"
          icon={IconBook2}
          onClick={() => void open()}
          disabled={file.isLost}
          aria-label={t`Read and confirm: ${title}`}
        >
          {t`Read and confirm`}
        </Button>
      )}
      {deletedAt ? (
        may.remove &&
        acts && (
          <ActionIcon
            icon={IconArrowBackUp}
            iconSize="1.125rem"
            points
            variant="default"
            size={44}
            aria-label={t`Restore ${title}`}
            onClick={() => acts.onRestore({ folders: [], documents: [documentId] })}
          />
        )
      ) : (
        <Group wrap="nowrap" align="stretch" gap={4} ms="auto">
          {!file.isLost && (
            <ActionIcon
              icon={IconDownload}
              iconSize="1.125rem"
              variant="default"
              size={44}
              aria-label={t`Download ${title}`}
              loading={save.isPending}
              onClick={() => save.mutate()}
            />
          )}
          {acts && <FileMenu document={document} may={may} acts={acts} />}
        </Group>
      )}
      <DocumentDialog
        document={isPreviewOpen ? document : undefined}
        onClose={close}
        local={pictureUrl}
        mayReview={may.upload}
      />
    </div>
  )
}

function FileMenu({ document, may, acts }: Pick<Props, 'document' | 'may'> & { acts: FileActions }) {
  const selection = { folders: [], documents: [document.id] }
  const { title } = document
  const mayAsk = may.upload || may.watch
  const { id, zoneId, version, file } = document
  const cachedFile = useCachedFiles().get(id)
  const saveOffline = useAct({
    call: async () => {
      const { url } = await api.documents.fileLink({ zoneId, documentId: id, version })
      await cachedFiles.save({ id, version, file, url })
    },
    done: [t`Saved on this device`, t`You can open it offline until you sign out.`],
    failed: error =>
      isUnreachable(error)
        ? t`Connect to the internet to save this file.`
        : withReference(error.message || t`The file couldn’t be saved on this device. Try again.`, error),
  })
  const removeOffline = useAct({
    call: () => cachedFiles.remove(id),
    done: t`Removed from this device`,
    failed: t`The file couldn’t be removed from this device. Try again.`,
  })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          icon={IconDotsVertical}
          iconSize="1.125rem"
          size={44}
          aria-label={t`More options for ${title}`}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item icon={IconHistory} onClick={() => acts.onVersions(document)}>
          {t`Versions`}
        </Menu.Item>
        {cachedFile?.version !== version && !file.isLost && (
          <Menu.Item icon={IconDeviceMobileDown} onClick={() => saveOffline.mutate()}>
            {cachedFile ? t`Make the new version available offline` : t`Make available offline`}
          </Menu.Item>
        )}
        {cachedFile && (
          <Menu.Item icon={IconDeviceMobileOff} onClick={() => removeOffline.mutate()}>
            {t`Remove from this device`}
          </Menu.Item>
        )}
        {mayAsk && (
          <Menu.Item icon={IconBook2} onClick={() => acts.onReading(document)}>
            {t`Required reading`}
          </Menu.Item>
        )}
        {may.upload && (
          <Menu.Item icon={IconPencil} onClick={() => acts.onEditFile(document)}>
            {t`Edit File`}
          </Menu.Item>
        )}
        {may.createFolders && (
          <Menu.Item icon={IconFolderSymlink} onClick={() => acts.onMove(selection)}>
            {t`Move`}
          </Menu.Item>
        )}
        {may.remove && (
          <Menu.Item color="red" icon={IconTrash} onClick={() => acts.onRemove(selection, title)}>
            {t`Delete`}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
