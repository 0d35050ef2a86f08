import { z } from 'zod'
import { id } from './ids.ts'

export const reportRunsEvents = [
  /** A file the person asked for came further, is ready, failed, or was removed. */
  z.object({ kind: z.literal('report_run.changed'), userId: id, runId: id }),
] as const
