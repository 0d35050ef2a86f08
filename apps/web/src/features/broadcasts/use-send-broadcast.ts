import { useRef } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { sendFile, type useUploads } from '../files/public.ts'
import { answersOf, type BroadcastForm, targetOf } from './broadcast-form.ts'

/** The attachment did not arrive: nothing was sent. */
class AttachmentError extends Error {
  override name = 'AttachmentError'
}

type Options = {
  zoneId: string | null
  uploads: ReturnType<typeof useUploads>
  onSent: () => void
}

/** Sends the attachment, if there is one, and then the broadcast. Pressed again after a failure, nothing is sent twice. */
export function useSendBroadcast({ zoneId, uploads, onSent }: Options) {
  const requestId = useRef(uuidV7())
  const fileId = useRef<string>(undefined)
  return useAct({
    call: async (form: BroadcastForm) => {
      const target = targetOf(form, zoneId)
      const arrived = await uploads.sendAll(async upload => {
        const attachment = await sendFile(
          'broadcast-attachments',
          target.zoneId ? { zoneId: target.zoneId } : {},
          upload,
        )
        fileId.current = attachment.id
        return attachment
      })
      if (arrived !== 'sent') throw new AttachmentError('Failed to upload attachment')
      const { title, message, priority, later, sendAt } = form
      return api.broadcasts.send({
        ...target,
        requestId: requestId.current,
        title: title.trim(),
        message: message.trim(),
        priority,
        answers: answersOf(form),
        sendAt: later && sendAt ? new Date(sendAt).toISOString() : null,
        fileId: uploads.items.some(it => it.state !== 'refused') ? (fileId.current ?? null) : null,
      })
    },
    onDone: onSent,
    done: ({ people }, { later }) =>
      later
        ? ['Broadcast scheduled', 'You can recall it until then.']
        : [
            'Broadcast sent successfully',
            `It goes to ${formatCount(people)} ${people === 1 ? 'person' : 'people'}.`,
          ],
    failed: error =>
      error instanceof AttachmentError ? error.message : errorTextWithTime(error, 'Failed to send broadcast'),
    invalidatesUnlessLive: [orpc.broadcasts.key()],
  })
}
