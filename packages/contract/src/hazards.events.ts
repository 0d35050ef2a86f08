import { hazardSeverities, hazardStatuses } from '@muster/domain/hazard.ts'
import { z } from 'zod'
import { id } from './ids.ts'

/** The facts that webhooks are told; a screen asks the rest again. */
const facts = {
  zoneId: id,
  hazardId: id,
  title: z.string(),
  severity: z.enum(hazardSeverities),
  status: z.enum(hazardStatuses),
  /** Who reported it; null once their account is gone. Events of earlier versions do not say. */
  reportedBy: id.nullish(),
}

export const hazardsEvents = [
  z.object({ kind: z.literal('hazard.reported'), ...facts }),
  /** Its status, files or assignee changed, or something was said about it. */
  z.object({
    kind: z.literal('hazard.changed'),
    ...facts,
    change: z.enum(['status', 'comment', 'assigned', 'files']),
  }),
] as const
