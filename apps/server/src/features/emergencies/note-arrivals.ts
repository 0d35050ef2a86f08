import { v7 as uuidV7 } from 'uuid'
import type { WriteContext } from '../../live/write.ts'
import { alertsEvents } from '../alerts/index.ts'
import {
  findArrivals,
  findLateArrivals,
  listLateEvacuations,
  type Reading,
} from './assembly-points.queries.ts'
import { type EmergencyRow, findEmergency } from './emergencies.queries.ts'
import { recordClaims } from './record-claims.ts'
import { type JobDeps, runForEach } from './run-for-each.ts'

/** Maximum people per run; the next reading or the job of every minute finds the others. */
const MAX_ARRIVALS = 500

/** Counts people at an assembly point as safe, with its name; it may be that of another zone. Returns how many. */
export async function noteArrivals(context: WriteContext, emergency: EmergencyRow): Promise<number> {
  return claimArrivals(context, emergency, await findArrivals(context.tx, emergency.id, MAX_ARRIVALS))
}

/**
 * Counts people as safe whose reading at an assembly point arrived late, between others. After the all clear, such claims are told
 * apart from the record, as all late answers are.
 */
export const noteLateArrivals = (deps: JobDeps): Promise<void> =>
  runForEach(deps, {
    reason: 'everybody on the roll is looked for',
    list: listLateEvacuations,
    async run(context, id) {
      const arrivals = await findLateArrivals(context.tx, id, MAX_ARRIVALS)
      const emergency = arrivals.length > 0 && (await findEmergency(context.tx, id))
      if (emergency) await claimArrivals(context, emergency, arrivals)
    },
    failure: 'Emergencies: late arrivals could not be noted yet',
  })

/** Records what a reading of each person shows, one claim for each place. Returns the number of people. */
export async function claimReadings(
  context: WriteContext,
  emergency: EmergencyRow,
  readings: readonly Reading[],
  claim:
    | { readonly state: 'safe'; readonly how: 'point' }
    | { readonly state: 'missing'; readonly how: 'entry' },
): Promise<number> {
  let count = 0
  for (const [place, them] of Map.groupBy(readings, it => it.place)) {
    const readAt = new Map(them.map(it => [it.person_id, it.at]))
    const claimed = await recordClaims(context, emergency, [...readAt.keys()], {
      ...claim,
      ...{ place, claimedBy: null, requestId: uuidV7(), at: personId => readAt.get(personId) ?? new Date() },
    })
    for (const { person } of claimed)
      if (person.user_id) context.publish(alertsEvents, { kind: 'alerts.changed', userId: person.user_id })
    count += claimed.length
  }
  return count
}

const claimArrivals = (context: WriteContext, emergency: EmergencyRow, arrivals: readonly Reading[]) =>
  claimReadings(context, emergency, arrivals, { state: 'safe', how: 'point' })
