import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Box, Button, Flex, Text, UnstyledButton } from '@mantine/core'
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
import { type ReactNode, useState } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { canPreview, FilePreview, lostText } from './file-preview.tsx'
import { FileThumbnail } from './file-thumbnail.tsx'
import classes from './files.module.css'
import { saveFile } from './save-file.ts'
import { type FetchLinks, useFileLinks } from './use-file-links.ts'

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

type Props = {
  files: readonly Attachment[]
  /** The toasts after a file has been saved, and after a failure. */
  words: { done: string; failed: string }
  fetchLinks: FetchLinks
  onRemove?: ((file: Attachment) => ReactNode) | undefined
  /** If true, a file that could not be saved is opened in a new tab. */
  opensFailed?: boolean
}

/** A list of files: pictures, videos and texts open in place, and every file can be downloaded. */
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

function AttachmentRow({ file, words, fetchLinks, remove, opensFailed = false }: AttachmentRowProps) {
  const { name } = file
  const [isShown, setIsShown] = useState(false)
  const Icon = iconFor(file)
  const { links, renew } = useFileLinks(file, fetchLinks)
  const save = useAct({
    call: () => {
      let { url } = links
      const renewLinks = async () => {
        const freshLinks = await renew()
        url = freshLinks.url
        return freshLinks
      }
      return saveFile(file, { links, renew: renewLinks }).catch(problem => {
        if (opensFailed) window.open(url, '_blank', 'noopener')
        throw problem
      })
    },
    done: words.done,
    failed: error => (error.message !== '' ? error.message : words.failed),
  })
  return (
    <Flex component="li" align="center" gap="xs" mih="48px">
      {file.thumbnailUrl ? (
        <UnstyledButton
          className={classes.thumbnail}
          aria-label={t`Show ${name}`}
          onClick={() => setIsShown(true)}
        >
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
        <Button
          variant="default"
          size="compact-md"
          onClick={() => setIsShown(true)}
          aria-label={t`Show ${name}`}
        >
          <Trans>Show</Trans>
        </Button>
      )}
      {!file.isLost && (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t`Download ${name}`}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          <IconDownload size="1.125rem" aria-hidden />
        </ActionIcon>
      )}
      {remove}
      <FilePreview file={file} fetchLinks={fetchLinks} opened={isShown} onClose={() => setIsShown(false)} />
    </Flex>
  )
}

/** The button that removes an attachment. */
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
      aria-label={t`Remove ${name}`}
      loading={working}
      onClick={onClick}
    >
      <IconTrash size="1.125rem" aria-hidden />
    </ActionIcon>
  )
}
