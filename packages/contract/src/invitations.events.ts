import { z } from 'zod'
import { id } from './ids.ts'

export const invitationsEvents = [
  /** An invitation by link was made, mailed, used or revoked. */
  z.object({ kind: z.literal('invitation.changed'), zoneId: id, invitationId: id }),
] as const
