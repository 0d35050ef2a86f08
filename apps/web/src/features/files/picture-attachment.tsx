import { t } from '@lingui/core/macro'
import { Box, UnstyledButton } from '@mantine/core'
import type { Attachment } from '@muster/contract/stored-files.ts'
import { IconDownload } from '@tabler/icons-react'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { FilePreview } from './file-preview.tsx'
import { FileThumbnail } from './file-thumbnail.tsx'
import classes from './files.module.css'
import { type SaveOptions, useSaveFile } from './use-save-file.ts'

export function PictureAttachment({ file, ...options }: SaveOptions & { file: Attachment }) {
  const { name } = file
  const { fetchLinks } = options
  const dialog = useDialog()
  const save = useSaveFile(file, options)
  return (
    // The size does not depend on the picture, so that nothing moves when it loads.
    <Box pos="relative" w={320} maw="100%">
      <UnstyledButton className={classes.picture} aria-label={t`Show ${name}`} onClick={dialog.open}>
        <FileThumbnail file={file} fetchLinks={fetchLinks} />
      </UnstyledButton>
      <ActionIcon
        icon={IconDownload}
        iconSize="1.125rem"
        className={classes.overPicture}
        variant="default"
        size={44}
        aria-label={t`Download ${name}`}
        loading={save.isPending}
        onClick={() => save.mutate()}
      />
      <FilePreview file={file} fetchLinks={fetchLinks} {...dialog.props} />
    </Box>
  )
}
