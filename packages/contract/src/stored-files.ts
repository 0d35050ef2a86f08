import { z } from 'zod'
import { id } from './ids.ts'

/** A stored file as shown on screens. Its links are created when the attachment is read, and expire after a few minutes. */
export const attachment = z.object({
  id,
  name: z.string(),
  kind: z.enum(['picture', 'video', 'pdf', 'office', 'text']),
  /** Size in bytes. */
  size: z.int(),
  url: z.string(),
  /** The link to the thumbnail of a picture; null for other files. */
  thumbnailUrl: z.string().nullable(),
  /** Set if the content is lost and cannot be opened; `url` is then empty. */
  isLost: z.literal(true).optional(),
  /** The link to a preview for screens, if the picture itself is stored byte for byte. */
  previewUrl: z.string().optional(),
})
export type Attachment = z.infer<typeof attachment>

/** New links to a stored file, requested when the previous ones have expired. */
export const fileLinks = attachment.pick({ url: true, thumbnailUrl: true, previewUrl: true })
export type FileLinks = z.infer<typeof fileLinks>

/** The response of the endpoints that upload attachments. */
export const uploaded = z.object({ attachment })
