import { oc } from '@orpc/contract'
import { pick } from './errors.ts'

/** Anyone may call. */
export const publicProcedure = oc.errors(pick('TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'))

/** Needs `Authorization: Bearer <session token>` of an active user with a profile. */
export const signedInProcedure = publicProcedure.errors(
  pick('UNAUTHORIZED', 'FORBIDDEN', 'TWO_STEP_REQUIRED'),
)

/** Needs, besides, membership of the zone named by `zoneId`, and the PIN entered where the role asks for one. */
export const inZoneProcedure = signedInProcedure.errors(pick('ZONE_NOT_FOUND', 'ZONE_ENTRY_REQUIRED'))
