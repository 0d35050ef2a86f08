import { z } from 'zod'
import { id } from './ids.ts'

export const documentsEvents = [
  /** Folders or files of a zone changed, so screens must refetch. */
  z.object({ kind: z.literal('documents.changed'), zoneId: id }),
] as const
