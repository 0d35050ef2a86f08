import { t } from '@lingui/core/macro'
import { Box, Flex, Group, Progress, Stack, Text } from '@mantine/core'
import { attachmentAccept, hasLocation } from '@muster/domain/attachment.ts'
import { IconCamera, IconPaperclip, IconRefresh, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { Name } from '../../ui/people/name.tsx'
import classes from './files.module.css'
import type { UploadItem, Uploads } from './use-uploads.ts'

type Props = {
  label: string
  help: ReactNode
  uploads: Uploads
  most: number
  disabled?: boolean
  /** Offers the camera first, where there is one. */
  isPhotoFirst?: boolean
  /** The accepted types; by default, the types allowed for attachments. */
  accept?: string
  /** Handles dropped items instead of the picker, for example to accept whole folders. */
  onDropped?: ((items: DataTransfer) => void) | undefined
  onRetry?: ((id: string) => void) | undefined
}

export function FilePicker({
  label,
  help,
  uploads,
  most,
  disabled = false,
  isPhotoFirst = false,
  onRetry,
  accept,
  onDropped,
}: Props) {
  const fileInput = useRef<HTMLInputElement>(null)
  const cameraInput = useRef<HTMLInputElement>(null)
  const [isDragOver, setIsDragOver] = useState(false)
  const { items, add } = uploads
  const isFull = items.filter(it => it.state !== 'refused').length >= most
  const addFiles = (files: FileList | null | undefined) => {
    if (files && files.length > 0 && !disabled) void add([...files])
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsDragOver(false)
    if (onDropped && !disabled) onDropped(event.dataTransfer)
    else addFiles(event.dataTransfer.files)
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    addFiles(event.clipboardData.files)
  }
  return (
    <Stack
      role="group"
      aria-label={label}
      gap="xs"
      p="sm"
      className={classes.picker}
      data-over={isDragOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setIsDragOver(true)
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={onDrop}
      onPaste={onPaste}
    >
      <Text component="div" fw={600}>
        {label}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          icon={IconPaperclip}
          disabled={disabled || isFull}
          onClick={() => fileInput.current?.click()}
        >
          {t`Choose files`}
        </Button>
        <Button
          className={classes.camera}
          variant={isPhotoFirst ? 'light' : 'default'}
          style={isPhotoFirst ? { order: -1 } : undefined}
          icon={IconCamera}
          disabled={disabled || isFull}
          onClick={() => cameraInput.current?.click()}
        >
          {t`Take a photo`}
        </Button>
      </Group>
      <Text component="div" size="xs" c="dimmed">
        {help}
      </Text>
      {/* Cleared, so that the same file can be selected again. */}
      <input
        ref={fileInput}
        type="file"
        hidden
        multiple={most > 1}
        accept={accept ?? attachmentAccept}
        data-testid="file-input"
        onChange={({ currentTarget }) => {
          addFiles(currentTarget.files)
          currentTarget.value = ''
        }}
      />
      <input
        ref={cameraInput}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        onChange={({ currentTarget }) => {
          addFiles(currentTarget.files)
          currentTarget.value = ''
        }}
      />
      <UploadList uploads={uploads} label={t`${label}: selected files`} onRetry={onRetry} />
    </Stack>
  )
}

export function UploadList({
  uploads: { items, remove },
  label,
  onRetry,
}: Pick<Props, 'uploads' | 'label' | 'onRetry'>) {
  if (items.length === 0) return null
  return (
    <Flex component="ul" direction="column" gap={4} aria-label={label}>
      {items.map(item => (
        <UploadRow key={item.id} item={item} onRemove={() => remove(item.id)} onRetry={onRetry} />
      ))}
    </Flex>
  )
}

const stateLabels: Record<UploadItem['state'], string> = {
  waiting: t`Ready to send`,
  sending: t`Sending…`,
  sent: t`Sent`,
  failed: t`Not sent`,
  refused: t`Can’t be sent`,
}

type UploadRowProps = { item: UploadItem; onRemove: () => void; onRetry: Props['onRetry'] }

function UploadRow({ item, onRemove, onRetry }: UploadRowProps) {
  const { id, name, size, state, part, problem } = item
  const hasFailed = state === 'failed' || state === 'refused'
  return (
    <Flex component="li" align="center" gap="xs" mih="48px">
      <Box miw={0} flex={1}>
        <Name>{name}</Name>
        <Text size="xs" c={hasFailed ? 'var(--m-danger)' : 'dimmed'} role={hasFailed ? 'alert' : undefined}>
          {problem ?? (
            <>
              {stateLabels[state]} · {formatBytes(size)}
            </>
          )}
        </Text>
        {!hasFailed && hasLocation(name) && (
          <Text size="xs" c="dimmed">
            {t`Sent unchanged. It may contain the location where it was taken.`}
          </Text>
        )}
        {state === 'sending' && (
          <Progress
            value={part * 100}
            size="sm"
            aria-label={t`Sending ${name}`}
            mt={4}
            animated={part === 1}
          />
        )}
      </Box>
      {state === 'failed' && onRetry && (
        <Button
          variant="default"
          size="compact-md"
          icon={IconRefresh}
          iconSize="1rem"
          onClick={() => onRetry(id)}
          aria-label={t`Send ${name} again`}
        >
          {t`Retry`}
        </Button>
      )}
      {state !== 'sent' && (
        <ActionIcon
          icon={IconX}
          iconSize="1.125rem"
          size={44}
          aria-label={t`Remove ${name}`}
          onClick={onRemove}
        />
      )}
    </Flex>
  )
}
