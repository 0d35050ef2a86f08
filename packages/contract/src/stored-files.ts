import { z } from 'zod'
import { id } from './ids.ts'

/** A stored file as screens show it: its links are made when it is read, and live a few minutes. */
export const attachment = z.object({
  id,
  name: z.string(),
  kind: z.enum(['picture', 'video', 'pdf', 'office', 'text']),
  /** Bytes. */
  size: z.int(),
  url: z.string(),
  /** Thumbnail of a picture. */
  thumbnailUrl: z.string().nullable(),
  /** The content is gone and cannot be opened; `url` is empty. */
  isLost: z.literal(true).optional(),
  /** A picture for screens, where the file itself is kept byte for byte. */
  previewUrl: z.string().optional(),
})
export type Attachment = z.infer<typeof attachment>

/** Fresh links of a stored file, asked for when the previous ones have expired. */
export const fileLinks = attachment.pick({ url: true, thumbnailUrl: true, previewUrl: true })
export type FileLinks = z.infer<typeof fileLinks>

/** The answer of the doors that take a file. */
export const uploaded = z.object({ attachment })
