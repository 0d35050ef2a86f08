import { id } from '@muster/contract/ids.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import type { Tx } from '../../../db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { api, inZone, signedIn } from '../../../rpc/base.ts'
import { createCursors } from '../../../rpc/paging.ts'
import { countDueDrills, listDrills, readDrill } from '../drills/drills.queries.ts'
import { drillView, listedDrillView } from '../drills/drills.view.ts'
import { setDrillCalendar } from '../drills/set-drill-calendar.ts'
import { listContacts, listPlans, listUses } from './plans.queries.ts'
import { plansView } from './plans.view.ts'
import { removePlan, savePlan } from './save-plan.ts'

const drillCursors = createCursors('drills', { dueOn: [z.iso.date(), 'sort_day'], zoneId: [id, 'zone_id'] })
const contactsReason = 'contacts are shown by name, also those whom the caller may not see elsewhere'
const planLimit = { name: 'emergency-plan', points: 120, seconds: 60 * 60 }
const calendarLimit = { name: 'drill-calendar', points: 60, seconds: 60 * 60 }

async function readPlans(tx: Tx, zoneId: string) {
  const rows = await listPlans(tx, zoneId, limits.emergencyPlansMost)
  return { plans: plansView(rows, await listContacts(tx, zoneId), await listUses(tx, zoneId)) }
}

export const emergencyPlansProcedures = ({ env }: Pick<Platform, 'env'>) => ({
  list: api.emergencyPlans.list
    .use(inZone('view_attendance', { asOwner: contactsReason }))
    .handler(({ context: { tx }, input }) => readPlans(tx, input.zoneId)),

  save: api.emergencyPlans.save
    .use(inZone('broadcast', { asOwner: contactsReason, rateLimit: planLimit }))
    .handler(async ({ context, input: { zoneId, emergencyPlanId, message, ...input } }) => {
      const form = {
        id: emergencyPlanId,
        kind: input.kind,
        name: input.name,
        message: message.text,
        messages: message.texts,
        language: input.language,
        used_first: input.usedFirst,
        audience: [...new Set(input.audience)],
        answers: input.answers,
        point_names: [...new Set(input.pointNames)],
        ask_again_minutes: input.askAgainMinutes,
        tell_after_minutes: input.tellAfterMinutes,
        contactIds: input.contactIds,
      }
      const { expectedChangedAt } = input
      await savePlan(context, form, { zoneId, actorId: context.actor.userId, expectedChangedAt })
      return readPlans(context.tx, zoneId)
    }),

  remove: api.emergencyPlans.remove
    .use(inZone('broadcast', { asOwner: contactsReason, rateLimit: planLimit }))
    .handler(async ({ context, input: { zoneId, emergencyPlanId } }) => {
      await removePlan(context, emergencyPlanId, { zoneId, actorId: context.actor.userId })
      return readPlans(context.tx, zoneId)
    }),

  drill: api.emergencyPlans.drill
    .use(inZone('view_attendance'))
    .handler(async ({ context: { tx }, input }) => {
      const row = await readDrill(tx, input.zoneId)
      return { drill: row ? drillView(row) : null }
    }),

  setDrill: api.emergencyPlans.setDrill
    .use(inZone('broadcast', { rateLimit: calendarLimit }))
    .handler(async ({ context, input }) => {
      await setDrillCalendar(context, input, { actorId: context.actor.userId, installation: env.TIME_ZONE })
      const row = await readDrill(context.tx, input.zoneId)
      return { drill: row ? drillView(row) : null }
    }),

  drills: api.emergencyPlans.drills
    .use(signedIn())
    .handler(async ({ context: { tx }, input: { cursor, limit } }) => {
      const page = await drillCursors.read({ cursor, limit }, it => listDrills(tx, it))
      return page.map(listedDrillView)
    }),

  dueDrills: api.emergencyPlans.dueDrills.use(signedIn()).handler(async ({ context: { tx } }) => {
    const { due, overdue, first } = await countDueDrills(tx)
    return { due, overdue, first: first ? drillView(first) : null }
  }),
})
