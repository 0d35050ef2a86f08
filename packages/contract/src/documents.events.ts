import { z } from 'zod'
import { id } from './ids.ts'

export const documentsEvents = [
  /** Something of the folders and files of a zone changed: its screens ask again. */
  z.object({ kind: z.literal('documents.changed'), zoneId: id }),
] as const
