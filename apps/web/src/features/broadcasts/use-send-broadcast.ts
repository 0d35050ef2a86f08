import { plural, t } from '@lingui/core/macro'
import { useRef } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { isRefusal } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import type { useUploads } from '../files/public.ts'
import { type BroadcastForm, toSendInput } from './broadcast-form.ts'
import { broadcastFailureText } from './broadcast-problem.tsx'
import { sendAttachment } from './send-attachment.ts'
import type { BroadcastDraft } from './use-broadcast-draft.ts'

type Options = {
  zoneId: string | null
  draft: Pick<BroadcastDraft, 'beginAttempt' | 'endAttempt'>
  uploads: ReturnType<typeof useUploads>
  onSent: () => void
}

/** A retry after a failure sends nothing twice. */
export function useSendBroadcast({ zoneId, draft, uploads, onSent }: Options) {
  const fileId = useRef<string>(undefined)
  return useAct({
    call: async (form: BroadcastForm) => {
      const input = toSendInput(form, zoneId)
      const sentFile = await sendAttachment(uploads, input.zoneId, fileId)
      const requestId = draft.beginAttempt(input)
      try {
        return await api.broadcasts.send({ ...input, requestId, fileId: sentFile ?? null })
      } catch (error) {
        if (isRefusal(error)) draft.endAttempt()
        throw error
      }
    },
    onDone: onSent,
    done: ({ people }, { later }) =>
      later
        ? [t`Broadcast scheduled`, t`You can change or recall it until it’s sent.`]
        : [
            t`Broadcast sent successfully`,
            t`It goes to ${plural(people, { one: '# person', other: '# people' })}.`,
          ],
    failed: error => broadcastFailureText(error, t`Failed to send broadcast`),
    invalidatesUnlessLive: [orpc.broadcasts.key()],
  })
}
