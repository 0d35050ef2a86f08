import { limits } from '@muster/domain/limits.ts'
import type { VisitEnd } from '@muster/domain/visitor.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import { type WriteContext, write } from '../../live/write.ts'
import type { Env } from '../../platform/env.ts'
import { withoutOutages } from '../../rpc/unexpected.ts'
import { listVisitOnRolls, recordClaims } from '../emergencies/index.ts'
import { visitChanged, visitorsEvents } from './visitors.events.ts'
import { endVisit, endVisitsOfDay, listZonesWithOldVisits } from './write-visits.queries.ts'

/**
 * Signs out a visitor; a repeated call changes nothing. In an open emergency, it also records that they are no longer on site. Runs as
 * the database owner.
 */
export async function signOutVisitor(
  context: WriteContext,
  visitId: string,
  end: { ended: VisitEnd; endedBy: string | null },
): Promise<void> {
  const { tx, publish } = context
  const visit = await endVisit(tx, visitId, end)
  if (!visit) return
  publish(visitorsEvents, visitChanged(visit, 'signed_out'))
  const at = new Date()
  for (const emergency of await listVisitOnRolls(tx, visitId, {
    endedWithinMs: 0,
    limit: limits.ownEmergenciesMost,
  }))
    await recordClaims(context, emergency, [emergency.person_id], {
      state: 'not_on_site',
      requestId: crypto.randomUUID(),
      how: end.ended === 'self' ? 'own' : 'captain',
      place: '',
      claimedBy: end.endedBy,
      at: () => at,
    })
}

/** Visits that one transaction ends. */
const BATCH_SIZE = 500

/**
 * Signs out the visitors of a zone whose day is over; returns true if there may be more. Nobody said that they left, so emergencies keep
 * them as they are. Runs as the database owner.
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
