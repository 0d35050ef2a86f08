import { id, instant } from '@muster/contract/ids.ts'
import type { AttendanceDay } from '@muster/contract/shifts.ts'
import { limits } from '@muster/domain/limits.ts'
import { addDays, toLocalTime } from '@muster/domain/local-time.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { personNames } from '../../db/person-names.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, inZone } from '../../rpc/base.ts'
import type { ActorZone } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { createPage, places } from '../../rpc/paging.ts'
import { belongsOrWasThere, listCorrectionsOfDay, listExpected } from './attendance.queries.ts'
import { correctAttendance, excuseAheadDays, takeBackCorrection } from './correct-attendance.ts'
import { acceptObjection, declineObjection, objectToDay, withdrawObjection } from './object-to-day.ts'
import { listObjectionsOfDay, listOpenObjections } from './objections.queries.ts'
import { addHolidays, changePlan, planShifts, removeHoliday, removePlan } from './plan-shifts.ts'
import { listHolidays, listPlans, readTimeZone } from './plans.queries.ts'
import { correctionView, expectedView, mayDecide, objectionView, planView } from './shifts.view.ts'

const objectionPlaces = places('objections to attendance', z.object({ createdAt: instant, id }))
const changes = { name: 'shift-change', points: 120, seconds: 60 * 60 }
const corrections = { name: 'attendance-correction', points: 300, seconds: 60 * 60 }
const objections = { name: 'attendance-objection', points: 30, seconds: 60 * 60 }

/** Procedures for shift plans and holidays of a zone, corrections of people's days, and objections to them. */
export function shiftsProcedures({ env }: Pick<Platform, 'env'>) {
  const readClocks = (tx: Tx, zone: ActorZone) => readTimeZone(tx, zone.id, env.TIME_ZONE)

  async function toDay(
    tx: Tx,
    viewer: { zone: ActorZone; userId: string },
    userId: string,
    day: string,
  ): Promise<AttendanceDay> {
    const { zone } = viewer
    const key = { zoneId: zone.id, userId, day }
    const limit = limits.dayCorrectionsMost
    const timeZone = await readClocks(tx, zone)
    // Absences can be excused only this far ahead, so later days have nothing to show.
    if (day > addDays(toLocalTime(Date.now(), timeZone).day, excuseAheadDays)) throw fail('DAY_IN_FUTURE')
    const range = { zoneIds: [zone.id], userIds: [userId], from: day, to: day }
    const expected = await listExpected(tx, range, env.TIME_ZONE)
    const corrected = await listCorrectionsOfDay(tx, key, limit)
    const objected = await listObjectionsOfDay(tx, key, limit)
    const people = objected.flatMap(row => [row.user_id, row.answered_by])
    const names = await personNames(tx, [...corrected.map(row => row.corrected_by), ...people])
    return {
      userId,
      day,
      timeZone,
      expected: expectedView(expected),
      corrections: corrected.map(row => correctionView(row, names)),
      objections: objected.map(row => objectionView(row, names, viewer)),
      mayCorrect: mayDecide(zone) && userId !== viewer.userId,
    }
  }

  return {
    plans: api.shifts.plans.use(inZone('view_attendance')).handler(async ({ context: { tx, zone } }) => ({
      plans: (await listPlans(tx, zone.id, limits.shiftPlansMost)).map(planView),
      timeZone: await readClocks(tx, zone),
      mayChange: mayInZone(zone, 'edit_zones'),
    })),

    createPlan: api.shifts.createPlan
      .use(inZone('edit_zones', { rateLimit: changes }))
      .handler(async ({ context, input }) => ({
        planId: await planShifts(context, { ...input, createdBy: context.actor.userId }),
      })),

    updatePlan: api.shifts.updatePlan
      .use(inZone('edit_zones', { rateLimit: changes }))
      .handler(async ({ context, input: { planId, zoneId: _, ...plan } }) => {
        await changePlan(context, context.zone.id, planId, plan)
        return { updated: true as const }
      }),

    removePlan: api.shifts.removePlan
      .use(inZone('edit_zones', { rateLimit: changes }))
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
      .use(inZone('edit_zones', { rateLimit: changes }))
      .handler(async ({ context, input: { holidays } }) => {
        const { actor, zone } = context
        await addHolidays(context, { zoneId: zone.id, createdBy: actor.userId, holidays })
        return { added: holidays.length }
      }),

    removeHoliday: api.shifts.removeHoliday
      .use(inZone('edit_zones', { rateLimit: changes }))
      .handler(async ({ context, input: { day } }) => ({
        removed: await removeHoliday(context, context.zone.id, day),
      })),

    day: api.shifts.day
      .use(inZone('view_attendance'))
      .handler(async ({ context: { tx, actor, zone }, input: { userId, day } }) => {
        if (!(await belongsOrWasThere(tx, zone.id, userId))) throw fail('USER_NOT_FOUND')
        return toDay(tx, { zone, userId: actor.userId }, userId, day)
      }),

    ownDay: api.shifts.ownDay
      .use(inZone(null, { withoutPin: true }))
      .handler(({ context: { tx, actor, zone }, input: { day } }) =>
        toDay(tx, { zone, userId: actor.userId }, actor.userId, day),
      ),

    correct: api.shifts.correct
      .use(inZone('edit_zones', { rateLimit: corrections }))
      .handler(async ({ context, input }) => ({
        correctionId: await correctAttendance(
          context,
          { ...input, correctedBy: context.actor.userId },
          { timeZone: await readClocks(context.tx, context.zone) },
        ),
      })),

    takeBackCorrection: api.shifts.takeBackCorrection
      .use(inZone('edit_zones', { rateLimit: corrections }))
      .handler(async ({ context, input }) => ({
        correctionId: await takeBackCorrection(context, { ...input, correctedBy: context.actor.userId }),
      })),

    openObjections: api.shifts.openObjections
      .use(inZone('view_attendance'))
      .handler(async ({ context: { tx, actor, zone }, input: { cursor, limit } }) => {
        const after = objectionPlaces.read(cursor)
        const rows = await listOpenObjections(tx, zone.id, { after, limit: limit + 1 })
        const names = await personNames(
          tx,
          rows.map(row => row.user_id),
        )
        return createPage(
          rows,
          limit,
          row => objectionView(row, names, { zone, userId: actor.userId }),
          row => objectionPlaces.write({ createdAt: row.created_at_exact, id: row.id }),
        )
      }),

    object: api.shifts.object
      .use(inZone(null, { withoutPin: true, rateLimit: objections }))
      .handler(async ({ context, input }) => ({
        objectionId: await objectToDay(
          context,
          { ...input, userId: context.actor.userId },
          await readClocks(context.tx, context.zone),
        ),
      })),

    withdrawObjection: api.shifts.withdrawObjection
      .use(inZone(null, { withoutPin: true, rateLimit: objections }))
      .handler(async ({ context, input }) => {
        await withdrawObjection(context, { ...input, actorId: context.actor.userId })
        return { withdrawn: true as const }
      }),

    acceptObjection: api.shifts.acceptObjection
      .use(inZone('edit_zones', { rateLimit: corrections }))
      .handler(async ({ context, input: { zoneId, objectionId, ...objection } }) => {
        const one = { zoneId, objectionId, actorId: context.actor.userId }
        const timeZone = await readClocks(context.tx, context.zone)
        return { correctionId: await acceptObjection(context, one, objection, timeZone) }
      }),

    declineObjection: api.shifts.declineObjection
      .use(inZone('edit_zones', { rateLimit: corrections }))
      .handler(async ({ context, input: { answer, ...one } }) => {
        await declineObjection(context, { ...one, actorId: context.actor.userId }, answer)
        return { declined: true as const }
      }),
  }
}
