import type { Step } from '../step.ts'
import type { World } from '../world.ts'

const inZone = ({ zone }: World) => ({ zoneId: zone.id })
const callShifts = ({ call, people }: World) => call(people.otherManager).shifts
const callOwnShifts = ({ call, people }: World) => call(people.worker).shifts
const toDay = ({ fields }: World) => String(fields.day).slice(0, 10)
const ofDay = (world: World) => ({ ...inZone(world), day: toDay(world), requestId: crypto.randomUUID() })
const ofWorker = (world: World) => ({ ...ofDay(world), userId: world.people.worker.id })
const ofObjection = (world: World) => ({ ...inZone(world), objectionId: String(world.fields.objectionId) })
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
const nothing = { firstIn: null, lastOut: null, insideMinutes: 480, excused: false }
/** The reports that these steps change; elsewhere they change with every reading. */
const renews = ['reports.zone', 'reports.mine', 'reports.all', 'reports.calendar']

async function object(world: World) {
  const { objectionId } = await callOwnShifts(world).object({ ...ofDay(world), text: 'I was there' })
  world.fields.objectionId = objectionId
}

export const shiftSteps: Step[] = [
  {
    name: 'shifts.createPlan',
    renews,
    async act(world) {
      const { planId } = await callShifts(world).createPlan({
        ...plan,
        ...inZone(world),
        requestId: crypto.randomUUID(),
      })
      world.fields.planId = planId
    },
  },
  {
    name: 'shifts.updatePlan',
    renews,
    act: world =>
      callShifts(world).updatePlan({
        ...plan,
        ...inZone(world),
        planId: String(world.fields.planId),
        ends: '16:00',
      }),
  },
  {
    name: 'shifts.addHolidays',
    renews,
    act: world =>
      callShifts(world).addHolidays({
        ...inZone(world),
        holidays: [{ day: toDay(world), name: 'Founders’ day' }],
      }),
  },
  {
    name: 'shifts.removeHoliday',
    renews,
    act: world => callShifts(world).removeHoliday({ ...inZone(world), day: toDay(world) }),
  },
  { name: 'shifts.object', renews, act: object },
  {
    name: 'shifts.withdrawObjection',
    renews,
    act: world => callOwnShifts(world).withdrawObjection(ofObjection(world)),
  },
  { name: 'another objection', renews, act: object },
  {
    name: 'shifts.declineObjection',
    renews,
    act: world => callShifts(world).declineObjection({ ...ofObjection(world), answer: 'Nobody saw you.' }),
  },
  { name: 'a third objection', renews, act: object },
  {
    name: 'shifts.acceptObjection',
    renews,
    act: world =>
      callShifts(world).acceptObjection({
        ...ofObjection(world),
        ...nothing,
        requestId: crypto.randomUUID(),
        answer: 'You were there.',
      }),
  },
  {
    name: 'shifts.takeBackCorrection',
    renews,
    act: world => callShifts(world).takeBackCorrection({ ...ofWorker(world), reason: 'It was another day' }),
  },
  {
    name: 'shifts.correct',
    renews,
    act: world =>
      callShifts(world).correct({ ...ofWorker(world), ...nothing, reason: 'The phone was empty' }),
  },
  {
    name: 'shifts.removePlan',
    renews,
    act: world => callShifts(world).removePlan({ ...inZone(world), planId: String(world.fields.planId) }),
  },
]
