import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Box, Button, Checkbox, Group, Text, UnstyledButton } from '@mantine/core'
import type { Document } from '@muster/contract/documents.ts'
import {
  IconArrowBackUp,
  IconBook2,
  IconClockPause,
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
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { downloadBlob } from '../../lib/download-text.ts'
import { isUnreachable } from '../../lib/error-text.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { cachedFiles } from '../../offline/cached-files.ts'
import { useCachedFiles } from '../../offline/use-cached-files.ts'
import {
  queuedMarker,
  queuedTexts,
  useSendOrQueue,
  useWaitingPayloads,
} from '../../offline/use-send-or-queue.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Menu } from '../../ui/layout/menu.tsx'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import {
  canPreview,
  FilePreview,
  FileThumbnail,
  invalidFileUrl,
  lostWords,
  saveFile,
  useFileLinks,
} from '../files/public.ts'
import { type ConfirmationToSend, confirmationSender } from './confirmation.sender.ts'
import classes from './documents.module.css'
import { type FileActions, type FileRights, fileTexts } from './file-acts.ts'

type Props = {
  document: Document
  may: FileRights
  isChosen?: boolean
  /** Omitted, like `acts`, if nothing can be selected, as among the files of all zones. */
  onChoose?: () => void
  /** Shown if files of several zones are listed together. */
  zoneName?: string
  acts?: FileActions
}

/** A file in a list: opens or downloads the file, shows whether it is required reading, and lets the person confirm it as read. */
export function FileRow({ document, may, isChosen = false, onChoose, zoneName, acts }: Props) {
  const { id: documentId, zoneId, title, file, version, uploadedBy, updatedAt, deletedAt, reading } = document
  const [isPreviewOpen, setIsPreviewOpen] = useState(false)
  const fetchLinks = () => api.documents.fileLink({ zoneId, documentId, version })
  const fileLinks = useFileLinks(file, fetchLinks)
  const cachedFile = useCachedFiles().get(documentId)
  const [pictureUrl, setPictureUrl] = useState<string>()
  const openSavedCopy = async () => (cachedFile ? cachedFiles.open(documentId) : undefined)
  const save = useAct({
    call: () =>
      saveFile(file, fileLinks).catch(async problem => {
        const savedCopy = await openSavedCopy()
        if (!savedCopy) throw problem
        downloadBlob(savedCopy.name, savedCopy.blob)
      }),
    done: fileTexts.done,
    failed: error =>
      error.message === invalidFileUrl ? t`Could not determine file path for download` : fileTexts.failed,
  })
  const sendOrQueue = useSendOrQueue<ConfirmationToSend>(confirmationSender)
  const isQueued = useWaitingPayloads<ConfirmationToSend>(confirmationSender).some(
    it => it.documentId === documentId,
  )
  const confirm = useAct({
    call: () =>
      sendOrQueue({ zoneId, documentId, version, title }, () =>
        api.documents.confirm({ zoneId, documentId, version }),
      ),
    done: answer => (answer === queuedMarker ? queuedTexts : [t`Confirmed`, t`You’ve read ${title}.`]),
    failed: t`Your confirmation couldn’t be saved. Try again.`,
    invalidates: [orpc.documents.key()],
  })
  const open = async () => {
    const savedCopy = file.kind === 'picture' ? await openSavedCopy() : undefined
    if (savedCopy) setPictureUrl(URL.createObjectURL(savedCopy.blob))
    // The content security policy blocks local copies of videos and texts, so offline they are downloaded instead of previewed.
    const isShown = canPreview(file) && (savedCopy || !cachedFile || navigator.onLine)
    if (isShown) setIsPreviewOpen(true)
    else save.mutate()
  }
  const close = () => {
    setIsPreviewOpen(false)
    if (pictureUrl) URL.revokeObjectURL(pictureUrl)
    setPictureUrl(undefined)
  }
  return (
    <div className={classes.row} data-chosen={isChosen || undefined}>
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
      {reading && reading.mine !== 'asked' && (
        <Tag tone={reading.mine === 'confirmed' ? 'inside' : 'quiet'} icon={IconBook2}>
          {reading.mine === 'confirmed' ? t({ message: 'Read', context: 'state' }) : t`Required reading`}
        </Tag>
      )}
      {reading?.mine === 'asked' && isQueued && (
        <Tag tone="caution" icon={IconClockPause}>
          <Trans>Read, not sent yet</Trans>
        </Tag>
      )}
      {reading?.mine === 'asked' && !isQueued && (
        <Button
          variant="default"
          leftSection={<IconBook2 size="1.125rem" aria-hidden />}
          onClick={() => confirm.mutate()}
          disabled={confirm.isPending}
          aria-label={t`I’ve read it: ${title}`}
        >
          {confirm.isPending ? t`Confirming…` : t`I’ve read it`}
        </Button>
      )}
      {deletedAt ? (
        may.remove &&
        acts && (
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t`Restore ${title}`}
            onClick={() => acts.onRestore({ folders: [], documents: [documentId] })}
          >
            <IconArrowBackUp className="points" size="1.125rem" aria-hidden />
          </ActionIcon>
        )
      ) : (
        <Group wrap="nowrap" align="stretch" gap={4} ms="auto">
          {!file.isLost && (
            <ActionIcon
              variant="default"
              size={44}
              aria-label={t`Download ${title}`}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              <IconDownload size="1.125rem" aria-hidden />
            </ActionIcon>
          )}
          {acts && <FileMenu document={document} may={may} acts={acts} />}
        </Group>
      )}
      <FilePreview
        file={file}
        fetchLinks={fetchLinks}
        local={pictureUrl}
        opened={isPreviewOpen}
        onClose={close}
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
        : error.message || t`The file couldn’t be saved on this device. Try again.`,
  })
  const removeOffline = useAct({
    call: () => cachedFiles.remove(id),
    done: t`Removed from this device`,
    failed: t`The file couldn’t be removed from this device. Try again.`,
  })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t`More options for ${title}`}>
          <IconDotsVertical size="1.125rem" aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconHistory size="1.125rem" aria-hidden />}
          onClick={() => acts.onVersions(document)}
        >
          <Trans>Versions</Trans>
        </Menu.Item>
        {cachedFile?.version !== version && !file.isLost && (
          <Menu.Item
            leftSection={<IconDeviceMobileDown size="1.125rem" aria-hidden />}
            onClick={() => saveOffline.mutate()}
          >
            {cachedFile ? t`Make the new version available offline` : t`Make available offline`}
          </Menu.Item>
        )}
        {cachedFile && (
          <Menu.Item
            leftSection={<IconDeviceMobileOff size="1.125rem" aria-hidden />}
            onClick={() => removeOffline.mutate()}
          >
            <Trans>Remove from this device</Trans>
          </Menu.Item>
        )}
        {mayAsk && (
          <Menu.Item
            leftSection={<IconBook2 size="1.125rem" aria-hidden />}
            onClick={() => acts.onReading(document)}
          >
            <Trans>Required reading</Trans>
          </Menu.Item>
        )}
        {may.upload && (
          <Menu.Item
            leftSection={<IconPencil size="1.125rem" aria-hidden />}
            onClick={() => acts.onRename(document)}
          >
            <Trans>Rename</Trans>
          </Menu.Item>
        )}
        {may.createFolders && (
          <Menu.Item
            leftSection={<IconFolderSymlink size="1.125rem" aria-hidden />}
            onClick={() => acts.onMove(selection)}
          >
            <Trans>Move</Trans>
          </Menu.Item>
        )}
        {may.remove && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size="1.125rem" aria-hidden />}
            onClick={() => acts.onRemove(selection, title)}
          >
            <Trans>Delete</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
