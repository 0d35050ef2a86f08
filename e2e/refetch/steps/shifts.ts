import type { Step } from '../step.ts'
import type { World } from '../world.ts'

const zoneRef = ({ zone }: World) => ({ zoneId: zone.id })
const callShifts = ({ call, people }: World) => call(people.otherManager).shifts
const callOwnShifts = ({ call, people }: World) => call(people.worker).shifts
const toDay = ({ fields }: World) => String(fields.day).slice(0, 10)
const dayRef = (world: World) => ({ ...zoneRef(world), day: toDay(world), requestId: crypto.randomUUID() })
const workerDayRef = (world: World) => ({ ...dayRef(world), userId: world.people.worker.id })
const objectionRef = (world: World) => ({ ...zoneRef(world), objectionId: String(world.fields.objectionId) })
const plan = {
  name: 'Day shift',
  groupId: null,
  days: [1, 2, 3, 4, 5, 6, 7],
  starts: '08:00',
  ends: '17:00',
  graceMinutes: 10,
  validFrom: '2026-01-01',
  validUntil: null,
}
const emptyCorrection = { firstIn: null, lastOut: null, insideMinutes: 480, excused: false }
/** The reports that these steps renew. No event renews them otherwise, because they change with every reading. */
const renewedReads = ['reports.zone', 'reports.mine', 'reports.all', 'reports.calendar']

async function raiseObjection(world: World) {
  const { objectionId } = await callOwnShifts(world).object({ ...dayRef(world), text: 'I was there' })
  world.fields.objectionId = objectionId
}

export const shiftSteps: Step[] = [
  {
    name: 'shifts.createPlan',
    renews: renewedReads,
    async act(world) {
      const { planId } = await callShifts(world).createPlan({
        ...plan,
        ...zoneRef(world),
        requestId: crypto.randomUUID(),
      })
      world.fields.planId = planId
    },
  },
  {
    name: 'shifts.updatePlan',
    renews: renewedReads,
    act: world =>
      callShifts(world).updatePlan({
        ...plan,
        ...zoneRef(world),
        planId: String(world.fields.planId),
        ends: '16:00',
      }),
  },
  {
    name: 'shifts.addHolidays',
    renews: renewedReads,
    act: world =>
      callShifts(world).addHolidays({
        ...zoneRef(world),
        holidays: [{ day: toDay(world), name: 'Founders’ day' }],
      }),
  },
  {
    name: 'shifts.removeHoliday',
    renews: renewedReads,
    act: world => callShifts(world).removeHoliday({ ...zoneRef(world), day: toDay(world) }),
  },
  { name: 'shifts.object', renews: renewedReads, act: raiseObjection },
  {
    name: 'shifts.withdrawObjection',
    renews: renewedReads,
    act: world => callOwnShifts(world).withdrawObjection(objectionRef(world)),
  },
  { name: 'another objection', renews: renewedReads, act: raiseObjection },
  {
    name: 'shifts.declineObjection',
    renews: renewedReads,
    act: world => callShifts(world).declineObjection({ ...objectionRef(world), answer: 'Nobody saw you.' }),
  },
  { name: 'a third objection', renews: renewedReads, act: raiseObjection },
  {
    name: 'shifts.acceptObjection',
    renews: renewedReads,
    act: world =>
      callShifts(world).acceptObjection({
        ...objectionRef(world),
        ...emptyCorrection,
        requestId: crypto.randomUUID(),
        answer: 'You were there.',
      }),
  },
  {
    name: 'shifts.takeBackCorrection',
    renews: renewedReads,
    act: world =>
      callShifts(world).takeBackCorrection({ ...workerDayRef(world), reason: 'It was another day' }),
  },
  {
    name: 'shifts.correct',
    renews: renewedReads,
    act: world =>
      callShifts(world).correct({
        ...workerDayRef(world),
        ...emptyCorrection,
        reason: 'The phone was empty',
      }),
  },
  {
    name: 'shifts.removePlan',
    renews: renewedReads,
    act: world => callShifts(world).removePlan({ ...zoneRef(world), planId: String(world.fields.planId) }),
  },
]
