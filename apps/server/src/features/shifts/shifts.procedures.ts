import { id, instant } from '@muster/contract/ids.ts'
import type { AttendanceDay } from '@muster/contract/shifts.ts'
import { limits } from '@muster/domain/limits.ts'
import { addDays, toLocalTime } from '@muster/domain/local-time.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames } from '../../db/person-names.ts'
import { pluck } from '../../db/rows.ts'
import { readTimeZone } from '../../db/time-zone.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, inZone } from '../../rpc/base.ts'
import type { ActorZone } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { isMemberOrHasVisited, listDayCorrections, listExpected } from './attendance.queries.ts'
import { correctAttendance, maxExcuseAheadDays, withdrawCorrection } from './correct-attendance.ts'
import { acceptObjection, declineObjection, objectToDay, withdrawObjection } from './object-to-day.ts'
import { listDayObjections, listOpenObjections } from './objections.queries.ts'
import { addHolidays, planShifts, removeHoliday, removePlan, updateShiftPlan } from './plan-shifts.ts'
import { listHolidays, listPlans } from './plans.queries.ts'
import { correctionView, expectedView, mayDecide, objectionView, planView } from './shifts.view.ts'

const objectionCursors = createCursors('objections to attendance', {
  createdAt: [instant, 'created_at_exact'],
  id,
})
const changeLimit = { name: 'shift-change', points: 120, seconds: 60 * 60 }
const correctionLimit = { name: 'attendance-correction', points: 300, seconds: 60 * 60 }
const objectionLimit = { name: 'attendance-objection', points: 30, seconds: 60 * 60 }

/** Procedures for a zone's shift plans and holidays, for attendance corrections, and for objections. */
export function shiftsProcedures({ env }: Pick<Platform, 'env'>) {
  const readZoneTimeZone = (tx: Tx, zone: ActorZone) => readTimeZone(tx, zone.id, env.TIME_ZONE)

  async function readDay(
    tx: Tx,
    viewer: { zone: ActorZone; userId: string },
    userId: string,
    day: string,
  ): Promise<AttendanceDay> {
    const { zone } = viewer
    const key = { zoneId: zone.id, userId, day }
    const limit = limits.dayCorrectionsMost
    const timeZone = await readZoneTimeZone(tx, zone)
    // Absences can be excused only this far ahead, so later days have nothing to show.
    if (day > addDays(toLocalTime(Date.now(), timeZone).day, maxExcuseAheadDays)) throw fail('DAY_IN_FUTURE')
    const dayScope = { zoneIds: [zone.id], userIds: [userId], from: day, to: day }
    const expected = await listExpected(tx, dayScope, env.TIME_ZONE)
    const correctionRows = await listDayCorrections(tx, key, limit)
    const objectionRows = await listDayObjections(tx, key, limit)
    const personIds = objectionRows.flatMap(row => [row.user_id, row.answered_by])
    const toPerson = await loadPersonNames(tx, [...correctionRows.map(row => row.corrected_by), ...personIds])
    return {
      userId,
      day,
      timeZone,
      expected: expectedView(expected),
      corrections: correctionRows.map(row => correctionView(row, toPerson)),
      objections: objectionRows.map(row => objectionView(row, toPerson, viewer)),
      mayCorrect: mayDecide(zone) && userId !== viewer.userId,
    }
  }

  return {
    plans: api.shifts.plans.use(inZone('view_attendance')).handler(async ({ context: { tx, zone } }) => ({
      plans: (await listPlans(tx, zone.id, limits.shiftPlansMost)).map(planView),
      timeZone: await readZoneTimeZone(tx, zone),
      mayChange: mayInZone(zone, 'edit_zones'),
    })),

    createPlan: api.shifts.createPlan
      .use(inZone('edit_zones', { rateLimit: changeLimit }))
      .handler(async ({ context, input }) => ({
        planId: await planShifts(context, { ...input, createdBy: context.actor.userId }),
      })),

    updatePlan: api.shifts.updatePlan
      .use(inZone('edit_zones', { rateLimit: changeLimit }))
      .handler(async ({ context, input: { planId, zoneId: _, ...plan } }) => {
        await updateShiftPlan(context, context.zone.id, planId, plan)
        return { updated: true as const }
      }),

    removePlan: api.shifts.removePlan
      .use(inZone('edit_zones', { rateLimit: changeLimit }))
      .handler(async ({ context, input }) => {
        await removePlan(context, context.zone.id, input.planId)
        return { removed: true as const }
      }),

    holidays: api.shifts.holidays
      .use(inZone('view_attendance'))
      .handler(async ({ context: { tx, zone }, input: { year } }) => ({
        holidays: await listHolidays(tx, zone.id, `${year}-01-01`, `${year}-12-31`),
        mayChange: mayInZone(zone, 'edit_zones'),
      })),

    addHolidays: api.shifts.addHolidays
      .use(inZone('edit_zones', { rateLimit: changeLimit }))
      .handler(async ({ context, input: { holidays } }) => {
        const { actor, zone } = context
        await addHolidays(context, { zoneId: zone.id, createdBy: actor.userId, holidays })
        return { added: holidays.length }
      }),

    removeHoliday: api.shifts.removeHoliday
      .use(inZone('edit_zones', { rateLimit: changeLimit }))
      .handler(async ({ context, input: { day } }) => ({
        removed: await removeHoliday(context, context.zone.id, day),
      })),

    day: api.shifts.day
      .use(inZone('view_attendance'))
      .handler(async ({ context: { tx, actor, zone }, input: { userId, day } }) => {
        if (!(await isMemberOrHasVisited(tx, zone.id, userId))) throw fail('USER_NOT_FOUND')
        return readDay(tx, { zone, userId: actor.userId }, userId, day)
      }),

    ownDay: api.shifts.ownDay
      .use(inZone(null, { withoutPin: true }))
      .handler(({ context: { tx, actor, zone }, input: { day } }) =>
        readDay(tx, { zone, userId: actor.userId }, actor.userId, day),
      ),

    correct: api.shifts.correct
      .use(inZone('edit_zones', { rateLimit: correctionLimit }))
      .handler(async ({ context, input }) => ({
        correctionId: await correctAttendance(
          context,
          { ...input, correctedBy: context.actor.userId },
          { timeZone: await readZoneTimeZone(context.tx, context.zone) },
        ),
      })),

    takeBackCorrection: api.shifts.takeBackCorrection
      .use(inZone('edit_zones', { rateLimit: correctionLimit }))
      .handler(async ({ context, input }) => ({
        correctionId: await withdrawCorrection(context, { ...input, correctedBy: context.actor.userId }),
      })),

    openObjections: api.shifts.openObjections
      .use(inZone('view_attendance'))
      .handler(async ({ context: { tx, actor, zone }, input: { cursor, limit } }) => {
        const page = await objectionCursors.read({ cursor, limit }, it => listOpenObjections(tx, zone.id, it))
        const toPerson = await loadPersonNames(tx, pluck(page.rows, 'user_id'))
        return page.map(row => objectionView(row, toPerson, { zone, userId: actor.userId }))
      }),

    object: api.shifts.object
      .use(inZone(null, { withoutPin: true, rateLimit: objectionLimit }))
      .handler(async ({ context, input }) => ({
        objectionId: await objectToDay(
          context,
          { ...input, userId: context.actor.userId },
          await readZoneTimeZone(context.tx, context.zone),
        ),
      })),

    withdrawObjection: api.shifts.withdrawObjection
      .use(inZone(null, { withoutPin: true, rateLimit: objectionLimit }))
      .handler(async ({ context, input }) => {
        await withdrawObjection(context, { ...input, actorId: context.actor.userId })
        return { withdrawn: true as const }
      }),

    acceptObjection: api.shifts.acceptObjection
      .use(inZone('edit_zones', { rateLimit: correctionLimit }))
      .handler(async ({ context, input: { zoneId, objectionId, ...objection } }) => {
        const objectionRef = { zoneId, objectionId, actorId: context.actor.userId }
        const timeZone = await readZoneTimeZone(context.tx, context.zone)
        return { correctionId: await acceptObjection(context, objectionRef, objection, timeZone) }
      }),

    declineObjection: api.shifts.declineObjection
      .use(inZone('edit_zones', { rateLimit: correctionLimit }))
      .handler(async ({ context, input: { answer, ...objectionRef } }) => {
        await declineObjection(context, { ...objectionRef, actorId: context.actor.userId }, answer)
        return { declined: true as const }
      }),
  }
}
