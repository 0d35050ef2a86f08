import { t } from '@lingui/core/macro'
import { Box, Button, Flex, Text, UnstyledButton } from '@mantine/core'
import type { Attachment } from '@muster/contract/stored-files.ts'
import { toEnding } from '@muster/domain/attachment.ts'
import {
  IconDownload,
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconPhoto,
  IconTrash,
  IconVideo,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { Name } from '../../ui/people/name.tsx'
import { canPreview, FilePreview, lostText } from './file-preview.tsx'
import { FileThumbnail } from './file-thumbnail.tsx'
import classes from './files.module.css'
import type { FetchLinks } from './use-file-links.ts'
import { type SaveOptions, useSaveFile } from './use-save-file.ts'

/** Returns the icon for a file. Within kind `office` (every file that can only be downloaded) it depends on the extension. */
function iconFor({ kind, name }: Attachment) {
  if (kind === 'picture') return IconPhoto
  if (kind === 'video') return IconVideo
  if (kind !== 'office') return IconFileText
  const extension = toEnding(name)
  if (/^(doc|xls|ppt)x?$/.test(extension)) return IconFileSpreadsheet
  if (/^(svg|bmp|dib|tiff?|hei[cf]s?|avif|apng|dng)$/.test(extension)) return IconPhoto
  return /^(mkv|avi|wmv|asf|mpe?g|m2?ts|ogv|3g2|flv)$/.test(extension) ? IconVideo : IconFile
}

type Props = SaveOptions & {
  files: readonly Attachment[]
  fetchLinks: FetchLinks
  onRemove?: ((file: Attachment) => ReactNode) | undefined
}

export function AttachmentList({ files, words, fetchLinks, onRemove, opensFailed }: Props) {
  return (
    <Flex component="ul" direction="column" gap={4} aria-label={t`Attachments`}>
      {files.map(file => (
        <AttachmentRow
          key={file.id}
          file={file}
          words={words}
          fetchLinks={fetchLinks}
          remove={onRemove?.(file)}
          opensFailed={opensFailed}
        />
      ))}
    </Flex>
  )
}

type AttachmentRowProps = Pick<Props, 'words' | 'fetchLinks' | 'opensFailed'> & {
  file: Attachment
  remove: ReactNode
}

function AttachmentRow({ file, words, fetchLinks, remove, opensFailed }: AttachmentRowProps) {
  const { name } = file
  const dialog = useDialog()
  const Icon = iconFor(file)
  const save = useSaveFile(file, { words, fetchLinks, opensFailed })
  return (
    <Flex component="li" align="center" gap="xs" mih="48px">
      {file.thumbnailUrl ? (
        <UnstyledButton className={classes.thumbnail} aria-label={t`Show ${name}`} onClick={dialog.open}>
          <FileThumbnail file={file} fetchLinks={fetchLinks} />
        </UnstyledButton>
      ) : (
        <Icon size="1.5rem" stroke={1.6} aria-hidden color="var(--m-quiet)" />
      )}
      <Box miw={0} flex={1}>
        <Name>{name}</Name>
        <Text size="xs" c="dimmed">
          {file.isLost ? lostText : formatBytes(file.size)}
        </Text>
      </Box>
      {canPreview(file) && !file.thumbnailUrl && !file.isLost && (
        <Button variant="default" size="compact-md" onClick={dialog.open} aria-label={t`Show ${name}`}>
          {t`Show`}
        </Button>
      )}
      {!file.isLost && (
        <ActionIcon
          icon={IconDownload}
          iconSize="1.125rem"
          variant="default"
          size={44}
          aria-label={t`Download ${name}`}
          loading={save.isPending}
          onClick={() => save.mutate()}
        />
      )}
      {remove}
      <FilePreview file={file} fetchLinks={fetchLinks} {...dialog.props} />
    </Flex>
  )
}

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
      icon={IconTrash}
      iconSize="1.125rem"
      size={44}
      aria-label={t`Remove ${name}`}
      loading={working}
      onClick={onClick}
    />
  )
}
