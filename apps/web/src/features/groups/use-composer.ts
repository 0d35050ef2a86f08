import { t } from '@lingui/core/macro'
import type { GroupMessage } from '@muster/contract/group-messages.ts'
import type { RefObject } from 'react'
import { api } from '../../lib/api.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { sendFile, useUploads } from '../files/public.ts'
import type { MessageToSend } from './message.sender.ts'
import { useMentions } from './use-mentions.ts'
import { useMessageText } from './use-message-text.ts'

const FILES_MOST = 5

export type Composing = {
  groupId: string
  zoneId: string
  me: string
  replyTo: GroupMessage | undefined
  editing: GroupMessage | undefined
  /** Cancels a reply or an edit. */
  onPlain: () => void
  sendMessage: (message: Omit<MessageToSend, 'groupId' | 'requestId'>) => Promise<boolean>
}

/** Manages the content of the composer, which is sent as a new message, as an edit, or with files. */
export function useComposer(
  { groupId, zoneId, me, replyTo, editing, onPlain, sendMessage }: Composing,
  box: RefObject<HTMLTextAreaElement | null>,
) {
  const { text, setText, setDraftText, forgetDraft } = useMessageText(groupId, me, editing)
  const isEditing = editing !== undefined
  const mentions = useMentions(groupId, box)
  const uploads = useUploads({
    most: FILES_MOST,
    accepted: 'any',
    tooLarge: t`File size must be less than 10MB`,
    failed: t`Failed to upload file`,
  })
  const edit = useAct({
    call: (words: string) => api.groupMessages.edit({ groupId, messageId: editing?.id ?? '', text: words }),
    onDone: onPlain,
    failed: t`Failed to send message`,
  })
  const begin = () => {
    forgetDraft()
    onPlain()
  }
  /** Clears the field immediately, so that the next message can be written while this one is being sent. */
  const sendText = async () => {
    const words = text.trim()
    const message = {
      text: words,
      fileId: null,
      replyTo: replyTo?.id ?? null,
      mentions: mentions.idsIn(words),
    }
    setDraftText('')
    begin()
    if (!(await sendMessage(message))) setDraftText(now => (now === '' ? words : `${words}\n${now}`))
  }
  const sendFiles = useAct({
    call: async () => {
      const words = text.trim()
      const context = { replyTo: replyTo?.id ?? null, mentions: mentions.idsIn(words) }
      const files = uploads.items.filter(it => it.state !== 'refused')
      const outcome = await uploads.sendAll(upload => sendFile(`group-files/${groupId}`, { zoneId }, upload))
      // Failed files stay in the composer with the text, for a retry.
      if (outcome !== 'sent') return
      const sentFiles = uploads.sentNow()
      const [first, ...otherFiles] = sentFiles
      if (!first || !(await sendMessage({ text: words, fileId: first.id, fileName: first.name, ...context })))
        return
      for (const file of otherFiles)
        await sendMessage({ text: '', fileId: file.id, fileName: file.name, replyTo: null, mentions: [] })
      for (const { id } of files) uploads.remove(id)
      // Keeps text that was written in the meantime.
      setDraftText(now => (now.trim() === words ? '' : now))
      begin()
    },
    failed: t`Failed to send message`,
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
  return {
    text,
    setText,
    mentions,
    uploads,
    canSend,
    isWorking,
    submit,
    retryFiles: () => sendFiles.mutate(),
  }
}
