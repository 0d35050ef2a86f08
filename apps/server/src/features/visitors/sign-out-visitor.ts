import type { VisitEnd } from '@muster/domain/visitor.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import { createUuidV5 } from '../../lib/uuid-v5.ts'
import { type WriteContext, write } from '../../live/write.ts'
import type { Env } from '../../platform/env.ts'
import { fail } from '../../rpc/fail.ts'
import { withoutOutages } from '../../rpc/unexpected.ts'
import { listVisitsOnOpenRolls, recordClaims } from '../emergencies/index.ts'
import { visitChanged, visitorsEvents } from './visitors.events.ts'
import {
  endVisit,
  endVisits,
  endVisitsOfDay,
  listZonesWithOldVisits,
  type VisitChoice,
  type WrittenVisit,
} from './write-visits.queries.ts'

type End = {
  readonly ended: VisitEnd
  readonly endedBy: string | null
  /** Who saw the visitors leave; empty if nobody is named. */
  readonly seenBy?: string | undefined
}

/**
 * Null if repeated. An open emergency records that they left. Throws VISITOR_NOT_SEEN if missing or in need there, unless they do it
 * themselves or a witness is named.
 */
export async function signOutVisitor(context: WriteContext, visitId: string, end: End): Promise<Date | null> {
  const visit = await endVisit(context.tx, visitId, end)
  if (visit) await recordDepartures(context, [visit], end)
  return visit?.signed_out_at ?? null
}

/** Signs out several visitors of a zone in the name of a manager, as `signOutVisitor` does; returns their number. */
export async function signOutVisitors(
  context: WriteContext,
  zoneId: string,
  {
    choice,
    endedBy,
    seenBy,
  }: { readonly choice: VisitChoice } & Pick<End, 'seenBy'> & { readonly endedBy: string },
): Promise<number> {
  const visits = await endVisits(context.tx, zoneId, { choice, endedBy })
  await recordDepartures(context, visits, { ended: 'manager', endedBy, seenBy })
  return visits.length
}

const namespace = '0c9a6f0e-5d0b-4f58-9a35-6e1b6a1d3c47'

/** The request of the claims that record a sign-out, so that its undo finds them. All visits of one sign-out end at the same moment. */
export const toClaimRequestId = (signedOutAt: Date): string =>
  createUuidV5(namespace, `sign-out:${signedOutAt.toISOString()}`)

/** Publishes that visits ended, and records in open emergencies that these visitors are no longer on site. */
async function recordDepartures(context: WriteContext, visits: readonly WrittenVisit[], end: End) {
  const { tx, publish } = context
  for (const visit of visits) publish(visitorsEvents, visitChanged(visit, 'signed_out'))
  const at = new Date()
  const visitIds = visits.map(it => it.id)
  const openRolls = await listVisitsOnOpenRolls(tx, visitIds)
  // Nobody is accounted for by a click: the record says who saw them.
  const isUnseen = end.ended !== 'self' && !end.seenBy?.trim() && openRolls.some(it => it.sought > 0)
  if (isUnseen) throw fail('VISITOR_NOT_SEEN')
  for (const { person_ids, sought: _, ...emergency } of openRolls)
    await recordClaims(context, emergency, person_ids, {
      state: 'not_on_site',
      requestId: toClaimRequestId(visits[0]?.signed_out_at ?? at),
      how: end.ended === 'self' ? 'own' : 'captain',
      place: end.seenBy?.trim() ?? '',
      claimedBy: end.endedBy,
      at: () => at,
    })
}

/** Visits that one transaction ends. */
const BATCH_SIZE = 500

/**
 * Signs out the visitors of a zone whose day is over; returns true if there may be more. Nobody said that they left, so emergencies
 * keep them as they are.
 */
export async function signOutAtDayEnd(
  { tx, publish }: WriteContext,
  zoneId: string,
  timeZone: string,
): Promise<boolean> {
  const visits = await endVisitsOfDay(tx, { zoneId, timeZone }, BATCH_SIZE)
  for (const visit of visits) publish(visitorsEvents, visitChanged(visit, 'signed_out'))
  return visits.length === BATCH_SIZE
}

type Deps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly env: Pick<Env, 'TIME_ZONE'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Signs out visitors in all zones where their day is over. Each zone has its own transactions, so that one that fails stops no other. */
export async function endDays({ db, env, log }: Deps, signal: AbortSignal): Promise<void> {
  const reason = 'visitors whose day is over are signed out'
  for (const zoneId of await db.asOwner(reason, listZonesWithOldVisits))
    try {
      do signal.throwIfAborted()
      while (
        await db.asOwner(reason, tx => write(tx, context => signOutAtDayEnd(context, zoneId, env.TIME_ZONE)))
      )
    } catch (error) {
      signal.throwIfAborted()
      withoutOutages(log).warn({ err: error, zoneId }, 'Visitors: the day of a zone could not be ended')
    }
}
