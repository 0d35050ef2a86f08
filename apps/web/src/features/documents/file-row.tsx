import { ActionIcon, Button, Checkbox, Menu } from '@mantine/core'
import type { Document } from '@muster/contract/documents.ts'
import {
  IconArrowBackUp,
  IconBook2,
  IconClockPause,
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
import { formatBytes } from '../../lib/format-bytes.ts'
import { kept, keptWords, useSendOrKeep, useWaitingOf } from '../../offline/use-send-or-keep.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { canPreview, FilePreview, saveFile } from '../files/public.ts'
import { type ConfirmationToSend, confirmationSender } from './confirmation.sender.ts'
import classes from './documents.module.css'
import { type FileActs, fileWords, type May } from './file-acts.ts'

type Props = {
  document: Document
  may: May
  isChosen: boolean
  onChoose: () => void
  acts: FileActs
}

/** A file among others: it opens or is downloaded, and says whether it is to be read. */
export function FileRow({ document, may, isChosen, onChoose, acts }: Props) {
  const { id: documentId, zoneId, title, file, version, uploadedBy, updatedAt, deletedAt, reading } = document
  const [shown, setShown] = useState(false)
  const linkOf = async () => (await api.documents.fileLink({ zoneId, documentId })).url
  const save = useAct({
    call: () => saveFile(file, linkOf),
    done: fileWords.done,
    failed: error =>
      error.message === 'Invalid file URL' ? 'Could not determine file path for download' : fileWords.failed,
  })
  const sendOrKeep = useSendOrKeep<ConfirmationToSend>(confirmationSender)
  const waits = useWaitingOf<ConfirmationToSend>(confirmationSender).some(it => it.documentId === documentId)
  const confirm = useAct({
    call: () =>
      sendOrKeep({ zoneId, documentId, version, title }, () =>
        api.documents.confirm({ zoneId, documentId, version }),
      ),
    done: answer => (answer === kept ? keptWords : ['Confirmed', `You have read ${title}.`]),
    failed: 'Could not confirm it',
    invalidates: [orpc.documents.key()],
  })
  const open = () => (canPreview(file) ? setShown(true) : save.mutate())
  return (
    <div className={classes.row} data-chosen={isChosen || undefined}>
      <Checkbox
        aria-label={`Choose ${title}`}
        checked={isChosen}
        onChange={onChoose}
        classNames={{ body: classes.choice }}
      />
      <button type="button" className={classes.open} onClick={open} disabled={deletedAt !== null}>
        {file.thumbnailUrl ? (
          <img className={classes.thumbnail} src={file.thumbnailUrl} alt="" loading="lazy" />
        ) : (
          <IconFile size="1.5rem" aria-hidden className={classes.icon} />
        )}
        <span className={classes.words}>
          <span className={classes.name}>
            <Name>{title}</Name>
          </span>
          <span className={classes.quiet}>
            {file.name} · {formatBytes(file.size)}
            {version > 1 && ` · version ${version}`} · {uploadedBy} ·{' '}
            <RelativeTime at={deletedAt ?? updatedAt} />
          </span>
        </span>
      </button>
      {reading && reading.mine !== 'asked' && (
        <Tag tone={reading.mine === 'confirmed' ? 'inside' : 'quiet'} icon={IconBook2}>
          {reading.mine === 'confirmed' ? 'Read' : 'To be read'}
        </Tag>
      )}
      {reading?.mine === 'asked' && waits && (
        <Tag tone="caution" icon={IconClockPause}>
          Read, not sent yet
        </Tag>
      )}
      {reading?.mine === 'asked' && !waits && (
        <Button
          variant="default"
          leftSection={<IconBook2 size="1.125rem" aria-hidden />}
          onClick={() => confirm.mutate()}
          disabled={confirm.isPending}
          aria-label={`I have read it: ${title}`}
        >
          {confirm.isPending ? 'Confirming…' : 'I have read it'}
        </Button>
      )}
      {deletedAt ? (
        may.remove && (
          <ActionIcon
            variant="default"
            size={44}
            aria-label={`Take back ${title}`}
            onClick={() => acts.onRestore({ folders: [], documents: [documentId] })}
          >
            <IconArrowBackUp size="1.125rem" aria-hidden />
          </ActionIcon>
        )
      ) : (
        <div className={classes.rowActs}>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={`Download ${title}`}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            <IconDownload size="1.125rem" aria-hidden />
          </ActionIcon>
          <FileMenu document={document} may={may} acts={acts} />
        </div>
      )}
      <FilePreview file={file} opened={shown} onClose={() => setShown(false)} />
    </div>
  )
}

function FileMenu({ document, may, acts }: Pick<Props, 'document' | 'may' | 'acts'>) {
  const chosen = { folders: [], documents: [document.id] }
  const mayAsk = may.upload || (may.watch && document.reading !== null)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={`More about ${document.title}`}>
          <IconDotsVertical size="1.125rem" aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconHistory size="1.125rem" aria-hidden />}
          onClick={() => acts.onVersions(document)}
        >
          Versions
        </Menu.Item>
        {mayAsk && (
          <Menu.Item
            leftSection={<IconBook2 size="1.125rem" aria-hidden />}
            onClick={() => acts.onReading(document)}
          >
            Required reading
          </Menu.Item>
        )}
        {may.upload && (
          <Menu.Item
            leftSection={<IconPencil size="1.125rem" aria-hidden />}
            onClick={() => acts.onRename(document)}
          >
            Rename
          </Menu.Item>
        )}
        {may.createFolders && (
          <Menu.Item
            leftSection={<IconFolderSymlink size="1.125rem" aria-hidden />}
            onClick={() => acts.onMove(chosen)}
          >
            Move
          </Menu.Item>
        )}
        {may.remove && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size="1.125rem" aria-hidden />}
            onClick={() => acts.onRemove(chosen, document.title)}
          >
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
