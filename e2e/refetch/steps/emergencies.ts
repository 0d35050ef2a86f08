import { completeRolls } from '../../../apps/server/src/features/emergencies/follow-presence.ts'
import type { Step } from '../step.ts'
import type { World } from '../world.ts'

const emergencyRef = ({ fields }: World) => ({ emergencyId: String(fields.emergencyId) })
const emergencyPlanId = crypto.randomUUID()
const callPlans = ({ call, people }: World) => call(people.otherManager).emergencyPlans
const callEmergencies = ({ call, people }: World) => call(people.otherManager).emergencies

/** Counts a person as inside, without the check that would announce it. */
const putInside = ({ db, zone }: World, userId: string) =>
  db.pool.query(
    `update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now()
      where user_id = $1 and zone_id = $2`,
    [userId, zone.id],
  )

export const emergencySteps: Step[] = [
  {
    name: 'emergencies.setPoints',
    act: world =>
      callEmergencies(world).setPoints({
        zoneId: world.zone.id,
        points: [{ name: 'Gate 3', lat: 1, lng: 1, radiusMeters: 30 }],
      }),
  },
  {
    name: 'emergencyPlans.save',
    act: world =>
      callPlans(world).save({
        zoneId: world.zone.id,
        emergencyPlanId,
        kind: 'welfare',
        name: 'Storm',
        message: { text: 'Stay at home.', texts: {} },
        audience: [],
        answers: {},
        pointNames: [],
        askAgainMinutes: 5,
        tellAfterMinutes: null,
        contactIds: [],
      }),
  },
  {
    name: 'emergencyPlans.setDrill',
    act: world => callPlans(world).setDrill({ zoneId: world.zone.id, everyMonths: 6 }),
  },
  {
    name: 'emergencies.declare',
    async act(world) {
      const { emergencyId } = await callEmergencies(world).declare({
        zoneId: world.zone.id,
        kind: 'welfare',
        emergencyPlanId,
        drill: true,
        requestId: crypto.randomUUID(),
      })
      world.fields.emergencyId = emergencyId
    },
  },
  {
    name: 'emergencies.answer',
    act: world =>
      world.call(world.people.worker).emergencies.answer({
        ...emergencyRef(world),
        state: 'help',
        requestId: crypto.randomUUID(),
      }),
  },
  {
    name: 'emergencies.mark',
    async act(world) {
      const { rows } = await callEmergencies(world).people({ ...emergencyRef(world), state: 'help' })
      await callEmergencies(world).mark({
        ...emergencyRef(world),
        personIds: rows.map(it => it.id),
        state: 'safe',
        requestId: crypto.randomUUID(),
      })
    },
  },
  {
    name: 'emergencies.addPerson',
    act: world =>
      callEmergencies(world).addPerson({
        ...emergencyRef(world),
        name: 'Vera Visitor',
        requestId: crypto.randomUUID(),
      }),
  },
  {
    name: 'people come in during an emergency',
    async act(world) {
      await world.db.pool.query('delete from emergency_people where user_id = $1 and emergency_id = $2', [
        world.people.otherWorker.id,
        world.fields.emergencyId,
      ])
      await putInside(world, world.people.otherWorker.id)
      const warn = (facts: object) => {
        throw new Error('A roll could not be completed', { cause: facts })
      }
      await completeRolls({ db: world.db, log: { warn } }, [world.zone.id])
      await world.db.pool.query(
        `update presence_tracking set is_inside_zone = false, entry_time = null, captured_at = null
          where user_id = $1 and zone_id = $2`,
        [world.people.otherWorker.id, world.zone.id],
      )
    },
  },
  { name: 'emergencies.allClear', act: world => callEmergencies(world).allClear(emergencyRef(world)) },
  {
    name: 'emergencyPlans.remove',
    act: world => callPlans(world).remove({ zoneId: world.zone.id, emergencyPlanId }),
  },
]
