import { hazardSeverities, hazardStatuses } from '@muster/domain/hazard.ts'
import { z } from 'zod'
import { id } from './ids.ts'

/** The data sent to webhooks; screens fetch the rest. */
const facts = {
  zoneId: id,
  hazardId: id,
  title: z.string(),
  severity: z.enum(hazardSeverities),
  status: z.enum(hazardStatuses),
  /** The reporter; null once their account is deleted. Missing in events from earlier versions. */
  reportedBy: id.nullish(),
}

export const hazardsEvents = [
  z.object({ kind: z.literal('hazard.reported'), ...facts }),
  /** The status, files or assignee changed, or somebody commented. */
  z.object({
    kind: z.literal('hazard.changed'),
    ...facts,
    change: z.enum(['status', 'comment', 'assigned', 'files']),
  }),
] as const
