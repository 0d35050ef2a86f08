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
  /** Of a picture: a small one. */
  thumbnailUrl: z.string().nullable(),
  /** The content is gone and cannot be opened; `url` is empty. */
  isLost: z.literal(true).optional(),
})
export type Attachment = z.infer<typeof attachment>

/** The answer of the doors that take a file. */
export const uploaded = z.object({ attachment })
