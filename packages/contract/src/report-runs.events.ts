import { z } from 'zod'
import { id } from './ids.ts'

export const reportRunsEvents = [
  /** A file that the person requested made progress, finished, failed, or was removed. */
  z.object({ kind: z.literal('report_run.changed'), userId: id, runId: id }),
] as const
