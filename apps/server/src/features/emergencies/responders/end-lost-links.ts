import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { type WriteContext, write } from '../../../live/write.ts'
import { withoutOutages } from '../../../rpc/unexpected.ts'
import { audit } from '../../security/index.ts'
import { publishProgress } from '../emergencies.events.ts'
import { findEmergency } from '../emergencies.queries.ts'
import { listZoneIds, maySendIn } from '../emergency-zones.queries.ts'
import { listWorkingLinks, revokeLink } from './links.queries.ts'

/** Maximum links per run, the oldest ones. The others are checked only when they are read. */
const MAX_LINKS = 500
const ownerReason = 'whoever made a link may no longer see it'
/** A session that does not exist: the creator of a link has entered no zone with it. */
export const noSession = '00000000-0000-0000-0000-000000000000'

type Deps = { readonly db: Pick<Database, 'asOwner' | 'asActor'> }
type MadeLink = {
  readonly id: string
  readonly emergency_id: string
  /** Null once the account is deleted. */
  readonly created_by: string | null
}

/** True if the person who made a link may still send broadcasts in a zone of its emergency. */
export const isMakerInCharge = async (
  db: Pick<Database, 'asActor'>,
  { created_by: userId, emergency_id }: MadeLink,
): Promise<boolean> =>
  userId !== null && (await db.asActor({ userId, sessionId: noSession }, tx => maySendIn(tx, emergency_id)))

/** Ends a link whose maker lost the right to make it, for good: they may get the right back. */
export async function endLostLink(
  { tx, publish }: Pick<WriteContext, 'tx' | 'publish'>,
  { id, emergency_id }: MadeLink,
): Promise<void> {
  if (!(await revokeLink(tx, id, null))) return
  await audit(tx, 'responder_link_revoked', { actorId: null, emergencyId: emergency_id, linkId: id })
  const emergency = await findEmergency(tx, emergency_id)
  if (emergency) publishProgress({ publish }, emergency, await listZoneIds(tx, emergency_id))
}

/** Ends the links whose makers lost their right, also if nobody reads them meanwhile. */
export async function endLostLinks({
  db,
  log,
}: Deps & { readonly log: Pick<FastifyBaseLogger, 'warn'> }): Promise<void> {
  for (const link of await db.asOwner(ownerReason, tx => listWorkingLinks(tx, MAX_LINKS)))
    try {
      if (!(await isMakerInCharge(db, link)))
        await db.asOwner(ownerReason, tx => write(tx, its => endLostLink(its, link)))
    } catch (error) {
      withoutOutages(log).warn(
        { err: error, linkId: link.id },
        'Emergencies: a link could not be checked yet',
      )
    }
}
