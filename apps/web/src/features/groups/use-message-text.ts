import type { GroupMessage } from '@muster/contract/group-messages.ts'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { openDraft } from '../../lib/drafts/draft-store.ts'

const typingIntervalMs = 3_000

/** A draft stored on this device, or the message being edited. A draft sends a typing indicator at most once per `typingIntervalMs`. */
export function useMessageText(groupId: string, me: string, editing: GroupMessage | undefined) {
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
