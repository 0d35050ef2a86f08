import { useRef } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import type { useUploads } from '../files/public.ts'
import { answersOf, type BroadcastForm, targetOf } from './broadcast-form.ts'
import { AttachmentError, sendAttachment } from './send-attachment.ts'

type Options = {
  zoneId: string | null
  requestId: string
  uploads: ReturnType<typeof useUploads>
  onSent: () => void
}

/** Sends the attachment, if there is one, and then the broadcast. Pressed again after a failure, nothing is sent twice. */
export function useSendBroadcast({ zoneId, requestId, uploads, onSent }: Options) {
  const fileId = useRef<string>(undefined)
  return useAct({
    call: async (form: BroadcastForm) => {
      const target = targetOf(form, zoneId)
      const sentFile = await sendAttachment(uploads, target.zoneId, fileId)
      const { title, message, priority, later, sendAt } = form
      return api.broadcasts.send({
        ...target,
        requestId,
        title: title.trim(),
        message: message.trim(),
        priority,
        answers: answersOf(form),
        sendAt: later && sendAt ? new Date(sendAt).toISOString() : null,
        fileId: sentFile ?? null,
      })
    },
    onDone: onSent,
    done: ({ people }, { later }) =>
      later
        ? ['Broadcast scheduled', 'You can change or recall it until then.']
        : [
            'Broadcast sent successfully',
            `It goes to ${formatCount(people)} ${people === 1 ? 'person' : 'people'}.`,
          ],
    failed: error =>
      error instanceof AttachmentError ? error.message : errorTextWithTime(error, 'Failed to send broadcast'),
    invalidatesUnlessLive: [orpc.broadcasts.key()],
  })
}
