import { z } from 'zod'
import { id } from './ids.ts'
import { myDownload } from './my-data.ts'

export const settingsEvents = [
  /** The person's download made progress, finished, failed, or (null) was removed. */
  z.object({ kind: z.literal('data_download.changed'), userId: id, download: myDownload.nullable() }),
] as const
