import { ph, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, Textarea } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { IconPaperclip, IconSend2, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { useBackCloses } from '../../ui/dialogs/use-back-closes.ts'
import { Name } from '../../ui/people/name.tsx'
import { UploadList } from '../files/public.ts'
import { MentionList } from './mention-list.tsx'
import classes from './room.module.css'
import { type ComposerOptions, useComposer } from './use-composer.ts'

/** Enter sends, Shift+Enter starts a new line, Escape cancels a reply or an edit. */
export function Composer(props: ComposerOptions) {
  const { replyTo, editing, onPlain } = props
  const isEditing = editing !== undefined
  useBackCloses(isEditing || replyTo !== undefined, onPlain)
  const textField = useRef<HTMLTextAreaElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const { text, setText, mentions, uploads, canSend, isWorking, submit, retryFiles } = useComposer(
    props,
    textField,
  )
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While text is being composed, Enter belongs to the input method.
    if (event.nativeEvent.isComposing) return
    if (mentions.onKeyDown(event, setText)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape' && (editing || replyTo)) {
      event.stopPropagation()
      onPlain()
    }
  }
  const addFiles = (files: FileList | null) => {
    if (files && files.length > 0 && !isEditing) void uploads.add([...files])
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    addFiles(event.clipboardData.files)
  }
  return (
    <form
      className={classes.composer}
      data-composer
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        addFiles(event.dataTransfer.files)
      }}
    >
      <MentionList mentions={mentions} onChoose={person => mentions.choose(person, setText)} />
      <ComposerContext replyTo={replyTo} editing={editing} onPlain={onPlain} />
      <UploadList uploads={uploads} label={t`Files to send`} onRetry={retryFiles} />
      <div className={classes.row}>
        {!isEditing && (
          <ActionIcon
            icon={IconPaperclip}
            size={44}
            aria-label={t`Attach files`}
            onClick={() => fileInput.current?.click()}
          />
        )}
        <input
          ref={fileInput}
          type="file"
          hidden
          multiple
          data-testid="chat-file-input"
          onChange={({ currentTarget }) => {
            addFiles(currentTarget.files)
            currentTarget.value = ''
          }}
        />
        <Textarea
          ref={textField}
          className={classes.box}
          classNames={{ input: classes.field ?? '' }}
          aria-label={t`Message`}
          placeholder={t`Write a message`}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={limits.messageMaxLength}
          value={text}
          dir="auto"
          onChange={event => setText(event.currentTarget.value)}
          onSelect={mentions.look}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          {...mentions.boxProps}
        />
        <ActionIcon
          icon={IconSend2}
          points
          type="submit"
          size={44}
          aria-label={isEditing ? t`Save message` : t`Send message`}
          disabled={!canSend}
          loading={isWorking}
        />
      </div>
    </form>
  )
}

function ComposerContext({
  replyTo,
  editing,
  onPlain,
}: Pick<ComposerOptions, 'replyTo' | 'editing' | 'onPlain'>) {
  if (!editing && !replyTo) return null
  return (
    <div className={classes.about}>
      <Text size="xs" lineClamp={2} flex={1} miw={0}>
        {editing || !replyTo ? (
          t`Editing your message. You can edit it for up to 15 minutes after sending.`
        ) : (
          <Trans>
            Reply to <Name>{ph({ sender: replyTo.senderName })}</Name>:{' '}
            <span dir="auto">{ph({ message: replyTo.text || (replyTo.file?.name ?? '') })}</span>
          </Trans>
        )}
      </Text>
      <ActionIcon icon={IconX} iconSize="1.125rem" size={44} aria-label={t`Cancel`} onClick={onPlain} />
    </div>
  )
}
