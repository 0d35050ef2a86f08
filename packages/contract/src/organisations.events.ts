import { zoneRequestStatuses } from '@muster/domain/zone-request.ts'
import { z } from 'zod'
import { id } from './ids.ts'

export const organisationsEvents = [
  /** The details, people or zones of an organisation changed. */
  z.object({ kind: z.literal('organisation.changed'), clientId: id }),
  z.object({
    kind: z.literal('zone_request.changed'),
    zoneRequestId: id,
    status: z.enum(zoneRequestStatuses),
  }),
] as const
