import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../platform/platform.ts'
import { createInZoneAccess } from '../../rpc/access.ts'
import { api, inZoneOf } from '../../rpc/base.ts'
import { enterInputZone } from '../../rpc/calling.ts'
import type { InTransaction, SignedInActor } from '../../rpc/context.ts'
import { countUnlistedBadges } from './badge-roll.queries.ts'
import { declareEmergency } from './declare-emergency.ts'
import { ofEmergencyTarget, ofEndableEmergency } from './emergencies.policy.ts'
import { listNotActive, type TargetZones } from './emergency-zones.queries.ts'
import { endEmergency } from './end-emergency.ts'
import { addPeopleByBadge, announceAllClears, breakOffDrills } from './follow-presence.ts'
import { findPlan } from './plans/plans.queries.ts'
import { countRoll } from './roll.queries.ts'

const sendAccess = createInZoneAccess('broadcast')

type ZonesToCall = { readonly zoneId: string | null; readonly moreZoneIds?: readonly string[] | undefined }

/** Null for all. Checks all zones but the first, which the procedure has. Throws ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED, FORBIDDEN. */
async function readZonesToCall(
  { tx, actor }: Pick<InTransaction, 'tx'> & { readonly actor: SignedInActor },
  { zoneId, moreZoneIds = [] }: ZonesToCall,
): Promise<TargetZones> {
  if (zoneId === null) return null
  const otherZoneIds = [...new Set(moreZoneIds)].filter(it => it !== zoneId)
  for (const otherZoneId of otherZoneIds) await enterInputZone(tx, sendAccess, actor, otherZoneId)
  return [zoneId, ...otherZoneIds]
}

const rollReason = 'the roll counts everybody inside, whoever they are, and only the server writes it'
/**
 * How long an answer waits for what follows the commit, so that the screen that opens next shows it, such as the people who are inside by
 * badge. The rest follows.
 */
const FOLLOW_WAIT_MS = 500
const waitFor = (work: Promise<unknown>) =>
  Promise.race([work, sleep(FOLLOW_WAIT_MS, undefined, { ref: false })])
const declareLimit = { name: 'emergency', points: 30, seconds: 60 * 60 }

/** Procedures that count whom an emergency would call, declare it, and give the all clear. */
export const createDeclareProcedures = ({ db, env, log }: Pick<Platform, 'db' | 'env' | 'log'>) => ({
  preview: api.emergencies.preview
    .use(inZoneOf(ofEmergencyTarget, 'broadcast', { asOwner: rollReason }))
    .handler(async ({ context, input: { zoneId, moreZoneIds, kind, expected, emergencyPlanId } }) => {
      const zoneIds = await readZonesToCall(context, { zoneId, moreZoneIds })
      const shiftsIn = expected ? env.TIME_ZONE : null
      const plan = await findPlan(context.tx, { zoneId, kind, emergencyPlanId })
      return {
        ...(await countRoll(context.tx, { zoneIds, kind, shiftsIn, audience: plan?.audience ?? [] })),
        notActive: await listNotActive(context.tx, zoneIds),
        unlistedBadges: await countUnlistedBadges(context.tx, zoneIds),
      }
    }),

  declare: api.emergencies.declare
    .use(inZoneOf(ofEmergencyTarget, 'broadcast', { asOwner: rollReason, rateLimit: declareLimit }))
    .handler(async ({ context, input: { zoneId, moreZoneIds, expected, ...form } }) => {
      const zoneIds = await readZonesToCall(context, { zoneId, moreZoneIds })
      const shiftsIn = expected ? env.TIME_ZONE : null
      const declared = await declareEmergency(context, {
        ...form,
        ...{ zoneIds, shiftsIn, declaredBy: context.actor.userId },
      })
      const follow = () =>
        Promise.all([
          addPeopleByBadge({ db, log }, { id: declared.emergencyId }),
          form.drill || breakOffDrills({ db, log }),
        ])
      context.afterCommit(() => waitFor(follow()))
      return declared
    }),

  allClear: api.emergencies.allClear
    .use(inZoneOf(ofEndableEmergency, 'view_zones', { asOwner: rollReason }))
    .handler(async ({ context, input }) => {
      context.afterCommit(() => waitFor(announceAllClears({ db, log })))
      const allClearAt = await endEmergency(context, context.emergency, context.actor.userId, {
        countsAsDrill: input.countsAsDrill,
      })
      return { allClearAt: allClearAt.toISOString() }
    }),
})
