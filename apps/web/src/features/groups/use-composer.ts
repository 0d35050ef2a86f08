import { t } from '@lingui/core/macro'
import type { GroupMessage } from '@muster/contract/group-messages.ts'
import { type RefObject, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { openDraft } from '../../lib/drafts/draft-store.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { sendFile, useUploads } from '../files/public.ts'
import type { MessageToSend } from './message.sender.ts'
import { useMentions } from './use-mentions.ts'

const MAX_FILES = 5

export type ComposerOptions = {
  groupId: string
  zoneId: string
  me: string
  replyTo: GroupMessage | undefined
  editing: GroupMessage | undefined
  /** Ends the reply or the edit. */
  onPlain: () => void
  sendMessage: (message: Omit<MessageToSend, 'groupId' | 'requestId'>) => Promise<boolean>
}

export function useComposer(
  { groupId, zoneId, me, replyTo, editing, onPlain, sendMessage }: ComposerOptions,
  box: RefObject<HTMLTextAreaElement | null>,
) {
  const { text, setText, setDraftText, forgetDraft } = useMessageText(groupId, me, editing)
  const isEditing = editing !== undefined
  const mentions = useMentions(groupId, me, box)
  const uploads = useUploads({
    most: MAX_FILES,
    accepted: 'any',
    tooLarge: t`File size must be less than 10MB`,
    failed: t`Failed to upload file`,
  })
  const edit = useAct({
    call: (newText: string) =>
      api.groupMessages.edit({ groupId, messageId: editing?.id ?? '', text: newText }),
    onDone: onPlain,
    failed: t`Failed to send message`,
  })
  const resetComposer = () => {
    forgetDraft()
    onPlain()
  }
  /** Clears the field immediately, so that the next message can be typed. If the message cannot be stored, puts its text back. */
  const sendText = async () => {
    const trimmedText = text.trim()
    const message = {
      text: trimmedText,
      fileId: null,
      replyTo: replyTo?.id ?? null,
      mentions: mentions.idsIn(trimmedText),
    }
    setDraftText('')
    resetComposer()
    if (!(await sendMessage(message)))
      setDraftText(currentText => (currentText === '' ? trimmedText : `${trimmedText}\n${currentText}`))
  }
  const sendFiles = useAct({
    call: async () => {
      const trimmedText = text.trim()
      const context = { replyTo: replyTo?.id ?? null, mentions: mentions.idsIn(trimmedText) }
      const files = uploads.items.filter(it => it.state !== 'refused')
      const outcome = await uploads.sendAll(upload => sendFile(`group-files/${groupId}`, { zoneId }, upload))
      // Failed files stay in the composer with the text, for a retry.
      if (outcome !== 'sent') return
      const sentFiles = uploads.sentNow()
      const [firstFile, ...otherFiles] = sentFiles
      if (
        !firstFile ||
        !(await sendMessage({
          text: trimmedText,
          fileId: firstFile.id,
          fileName: firstFile.name,
          ...context,
        }))
      )
        return
      for (const file of otherFiles)
        await sendMessage({ text: '', fileId: file.id, fileName: file.name, replyTo: null, mentions: [] })
      for (const { id } of files) uploads.remove(id)
      // Keep text that was written in the meantime.
      setDraftText(currentText => (currentText.trim() === trimmedText ? '' : currentText))
      resetComposer()
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

const typingIntervalMs = 3_000

/** A draft stored on this device, or the message being edited. A draft sends a typing indicator at most once per `typingIntervalMs`. */
function useMessageText(groupId: string, me: string, editing: GroupMessage | undefined) {
  const draft = openDraft<{ text: string }>(`group ${groupId}`, me)
  const [draftText, setDraftText] = useState(() => draft.load({ text: '' }).text)
  const [editedMessage, setEditedMessage] = useState<{ id: string; text: string }>()
  const typedAt = useRef(0)
  return {
    text: editing ? (editedMessage?.id === editing.id ? editedMessage.text : editing.text) : draftText,
    setText(text: string) {
      if (editing) return setEditedMessage({ id: editing.id, text })
      setDraftText(text)
      draft.save(text === '' ? {} : { text })
      if (text.trim() === '' || Date.now() - typedAt.current < typingIntervalMs) return
      typedAt.current = Date.now()
      // Best effort: a lost typing indicator does not matter.
      api.groupMessages.typing({ groupId }).catch(() => undefined)
    },
    setDraftText,
    forgetDraft() {
      draft.forget()
      typedAt.current = 0
    },
  }
}
