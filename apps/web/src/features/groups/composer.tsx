import { ActionIcon, Text, Textarea } from '@mantine/core'
import type { GroupMessage } from '@muster/contract/group-messages.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconPaperclip, IconSend2, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { draftOf } from '../../lib/drafts/draft-store.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { sendFile, UploadList, useUploads } from '../files/public.ts'
import { MentionList } from './mention-list.tsx'
import type { MessageToSend } from './message.sender.ts'
import classes from './room.module.css'
import { useMentions } from './use-mentions.ts'

type Props = {
  groupId: string
  zoneId: string
  me: string
  replyTo: GroupMessage | undefined
  editing: GroupMessage | undefined
  /** Neither answers nor changes any more. */
  onPlain: () => void
  say: (message: Omit<MessageToSend, 'groupId' | 'requestId'>) => Promise<boolean>
}

const FILES_MOST = 5
const typingEveryMs = 3_000

/** Where a message is written: Enter sends, Shift+Enter begins a new line. Files are chosen, dragged here or pasted. */
export function Composer({ groupId, zoneId, me, replyTo, editing, onPlain, say }: Props) {
  const draft = draftOf<{ text: string }>(`group ${groupId}`, me)
  const [written, setWritten] = useState(() => draft.load({ text: '' }).text)
  const [changed, setChanged] = useState<{ id: string; text: string }>()
  const box = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const saidAt = useRef(0)
  const isEditing = editing !== undefined
  const text = isEditing ? (changed?.id === editing.id ? changed.text : editing.text) : written
  const mentions = useMentions(groupId, box)
  const uploads = useUploads({
    most: FILES_MOST,
    taken: 'any',
    tooLarge: 'File size must be less than 10MB',
    failed: 'Failed to upload file',
  })
  const edit = useAct({
    call: (words: string) => api.groupMessages.edit({ groupId, messageId: editing?.id ?? '', text: words }),
    onDone: onPlain,
    failed: 'Failed to send message',
  })
  const setText = (words: string) => {
    if (editing) return setChanged({ id: editing.id, text: words })
    setWritten(words)
    draft.keep(words === '' ? {} : { text: words })
    if (words.trim() === '' || Date.now() - saidAt.current < typingEveryMs) return
    saidAt.current = Date.now()
    // Nobody misses it where it does not arrive.
    api.groupMessages.typing({ groupId }).catch(() => undefined)
  }
  const begin = () => {
    draft.forget()
    saidAt.current = 0
    onPlain()
  }
  /** The field is empty at once: the next message can be written while this one is on its way. */
  const sendText = async () => {
    const words = text.trim()
    const message = {
      text: words,
      fileId: null,
      replyTo: replyTo?.id ?? null,
      mentions: mentions.idsIn(words),
    }
    setWritten('')
    begin()
    if (!(await say(message))) setWritten(now => (now === '' ? words : `${words}\n${now}`))
  }
  const sendFiles = useAct({
    call: async () => {
      const words = text.trim()
      const asked = { replyTo: replyTo?.id ?? null, mentions: mentions.idsIn(words) }
      const files = uploads.items.filter(it => it.state !== 'refused')
      const outcome = await uploads.sendAll(upload => sendFile(`group-files/${groupId}`, { zoneId }, upload))
      // Those that did not arrive stay, to be sent again with what was written.
      if (outcome !== 'sent') return
      const sent = uploads.sentNow()
      const [first, ...others] = sent
      if (!first || !(await say({ text: words, fileId: first.id, fileName: first.name, ...asked }))) return
      for (const file of others)
        await say({ text: '', fileId: file.id, fileName: file.name, replyTo: null, mentions: [] })
      for (const { id } of files) uploads.remove(id)
      // Text that was written since stays.
      setWritten(now => (now.trim() === words ? '' : now))
      begin()
    },
    failed: 'Failed to send message',
  })
  const isWorking = sendFiles.isPending || edit.isPending
  const hasFiles = uploads.items.some(it => it.state !== 'refused')
  const canSend = text.trim() !== '' || (hasFiles && !isEditing)
  const submit = () => {
    if (isWorking || !canSend) return
    if (isEditing) edit.mutate(text.trim())
    else if (hasFiles) sendFiles.mutate()
    else void sendText()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // An input method takes Enter for itself.
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
  const take = (files: FileList | null) => {
    if (files && files.length > 0 && !isEditing) void uploads.add([...files])
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    take(event.clipboardData.files)
  }
  return (
    <form
      className={classes.composer}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        take(event.dataTransfer.files)
      }}
    >
      <MentionList mentions={mentions} onChoose={person => mentions.choose(person, setText)} />
      {(editing ?? replyTo) && (
        <div className={classes.about}>
          <Text size="xs" lineClamp={2} flex={1} miw={0}>
            {editing ? (
              'Changing your message. It can be changed for 15 minutes.'
            ) : (
              <>
                Reply to <Name>{replyTo?.senderName ?? ''}</Name>: {replyTo?.text || replyTo?.file?.name}
              </>
            )}
          </Text>
          <ActionIcon variant="subtle" color="gray" size={44} aria-label="Cancel" onClick={onPlain}>
            <IconX size="1.125rem" aria-hidden />
          </ActionIcon>
        </div>
      )}
      <UploadList uploads={uploads} label="Files to send" onRetry={() => sendFiles.mutate()} />
      <div className={classes.row}>
        {!isEditing && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label="Attach files"
            onClick={() => picker.current?.click()}
          >
            <IconPaperclip size="1.25rem" aria-hidden />
          </ActionIcon>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          data-testid="chat-file-input"
          onChange={({ currentTarget }) => {
            take(currentTarget.files)
            currentTarget.value = ''
          }}
        />
        <Textarea
          ref={box}
          className={classes.box}
          classNames={{ input: classes.field ?? '' }}
          aria-label="Message"
          placeholder="Write a message"
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
          type="submit"
          size={44}
          aria-label={isEditing ? 'Save message' : 'Send message'}
          disabled={!canSend}
          loading={isWorking}
        >
          <IconSend2 size="1.25rem" aria-hidden />
        </ActionIcon>
      </div>
    </form>
  )
}
