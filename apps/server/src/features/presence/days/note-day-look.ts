import type { Tx } from '../../../db/database.ts'
import type { createOncePer } from '../../../lib/once-per.ts'
import type { InTransaction, SignedInActor } from '../../../rpc/context.ts'
import { appendSecurityEvent } from '../../security/index.ts'
import type { Span } from './days.queries.ts'

/** How long a day that stays open counts as one look at it, in milliseconds. */
export const dayLookMs = 60 * 60_000
/** Spans whose middles lie in one hour are looks at one day: else each millisecond would be a day of its own, with its own line. */
const SAME_DAY_MS = 60 * 60_000

type Look = {
  readonly zoneId: string
  readonly of: string
  readonly span: Span
}
type By = {
  readonly actor: SignedInActor
  readonly looks: ReturnType<typeof createOncePer>
  readonly afterCommit: InTransaction['afterCommit']
}

/** Notes that somebody was shown where another was on a day; `day` says which, by the hour of its middle. */
export async function noteDayLook(
  tx: Tx,
  { actor, looks, afterCommit }: By,
  { zoneId, of, span }: Look,
): Promise<void> {
  const middle = (span.from.getTime() + span.to.getTime()) / 2
  const day = new Date(Math.floor(middle / SAME_DAY_MS) * SAME_DAY_MS).toISOString()
  const key = [actor.sessionId, zoneId, of, day].join(' ')
  if (!looks.isNew(key)) return
  await appendSecurityEvent(tx, {
    type: 'location_access',
    description: 'Looked at a location: person_day.',
    actorId: actor.userId,
    affectedUserId: of,
    severity: 'info',
    metadata: { accessType: 'person_day', zoneId, day },
  })
  afterCommit(() => looks.remember(key))
}
