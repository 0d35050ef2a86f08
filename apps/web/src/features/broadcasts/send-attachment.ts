import { t } from '@lingui/core/macro'
import { sendFile, type useUploads } from '../files/public.ts'

/** Thrown when the attachment fails to upload, in which case the broadcast is not sent. */
export class AttachmentError extends Error {
  override name = 'AttachmentError'
}

/** A file that was already uploaded is not sent again. Throws AttachmentError if the upload fails. */
export async function sendAttachment(
  uploads: ReturnType<typeof useUploads>,
  zoneId: string | null,
  uploadedBefore: { current: string | undefined },
): Promise<string | undefined> {
  const outcome = await uploads.sendAll(async upload => {
    const attachment = await sendFile('broadcast-attachments', zoneId ? { zoneId } : {}, upload)
    uploadedBefore.current = attachment.id
    return attachment
  })
  if (outcome !== 'sent') throw new AttachmentError(t`Failed to upload attachment`)
  return uploads.items.some(it => it.state !== 'refused') ? uploadedBefore.current : undefined
}
