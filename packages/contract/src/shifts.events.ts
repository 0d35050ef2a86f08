import { z } from 'zod'
import { day } from './calendar.ts'
import { id } from './ids.ts'

/** Identifies a person's day in a zone; screens fetch the rest. */
const facts = { zoneId: id, userId: id, day }

export const shiftsEvents = [
  /** A zone's shift plans or holidays changed. */
  z.object({ kind: z.literal('shifts.changed'), zoneId: id }),
  z.object({ kind: z.literal('attendance.corrected'), ...facts }),
  /** An objection was submitted, withdrawn or answered. */
  z.object({ kind: z.literal('attendance.objected'), ...facts }),
] as const
