import { ActionIcon, Button } from '@mantine/core'
import type { Attachment } from '@muster/contract/stored-files.ts'
import {
  IconDownload,
  IconFileSpreadsheet,
  IconFileText,
  IconPhoto,
  IconTrash,
  IconVideo,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { canPreview, FilePreview, lostWords } from './file-preview.tsx'
import classes from './files.module.css'
import { saveFile } from './save-file.ts'

const icons = {
  picture: IconPhoto,
  video: IconVideo,
  pdf: IconFileText,
  office: IconFileSpreadsheet,
  text: IconFileText,
} as const

type Props = {
  files: readonly Attachment[]
  /** What is said once a file was saved, and when it could not be. */
  words: { done: string; failed: string }
  /** A fresh link of a file, where the one it came with opened nothing. */
  linkOf?: (file: Attachment) => Promise<string>
  onRemove?: ((file: Attachment) => ReactNode) | undefined
  /** A file that could not be saved is opened in a new tab. */
  opensFailed?: boolean
}

/** The files of something: pictures and videos open here, everything can be downloaded. */
export function AttachmentList({ files, words, linkOf, onRemove, opensFailed }: Props) {
  return (
    <ul className={classes.list} aria-label="Attachments">
      {files.map(file => (
        <Row
          key={file.id}
          file={file}
          words={words}
          linkOf={linkOf}
          remove={onRemove?.(file)}
          opensFailed={opensFailed}
        />
      ))}
    </ul>
  )
}

type RowProps = Pick<Props, 'words' | 'linkOf' | 'opensFailed'> & { file: Attachment; remove: ReactNode }

function Row({ file, words, linkOf, remove, opensFailed = false }: RowProps) {
  const [shown, setShown] = useState(false)
  const Icon = icons[file.kind]
  const save = useAct({
    call: () =>
      saveFile(file, linkOf).catch(problem => {
        if (opensFailed) window.open(file.url, '_blank', 'noopener')
        throw problem
      }),
    done: words.done,
    failed: error => (error.message !== '' ? error.message : words.failed),
  })
  return (
    <li className={classes.item}>
      {file.thumbnailUrl ? (
        <button
          type="button"
          className={classes.thumbnail}
          aria-label={`Show ${file.name}`}
          onClick={() => setShown(true)}
        >
          <img src={file.thumbnailUrl} alt="" loading="lazy" />
        </button>
      ) : (
        <Icon size="1.5rem" stroke={1.6} aria-hidden className={classes.icon} />
      )}
      <div className={classes.words}>
        <Name>{file.name}</Name>
        <div className={classes.detail}>{file.isLost ? lostWords : formatBytes(file.size)}</div>
      </div>
      {canPreview(file) && !file.thumbnailUrl && !file.isLost && (
        <Button
          variant="default"
          size="compact-md"
          onClick={() => setShown(true)}
          aria-label={`Show ${file.name}`}
        >
          Show
        </Button>
      )}
      {!file.isLost && (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={`Download ${file.name}`}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          <IconDownload size="1.125rem" aria-hidden />
        </ActionIcon>
      )}
      {remove}
      <FilePreview file={file} opened={shown} onClose={() => setShown(false)} />
    </li>
  )
}

/** The button that takes an attachment away. */
export function RemoveFileButton({
  name,
  working,
  onClick,
}: {
  name: string
  working: boolean
  onClick: () => void
}) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={`Remove ${name}`}
      loading={working}
      onClick={onClick}
    >
      <IconTrash size="1.125rem" aria-hidden />
    </ActionIcon>
  )
}
