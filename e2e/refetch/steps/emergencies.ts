import { completeRolls } from '../../../apps/server/src/features/emergencies/follow-presence.ts'
import type { Step } from '../step.ts'
import type { World } from '../world.ts'

const emergencyRef = ({ fields }: World) => ({ emergencyId: String(fields.emergencyId) })
const emergencyPlanId = crypto.randomUUID()
const callPlans = ({ call, people }: World) => call(people.otherManager).emergencyPlans
const callEmergencies = ({ call, people }: World) => call(people.otherManager).emergencies
const callCaptains = ({ call, people }: World) => call(people.otherManager).captains

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
    name: 'zoneCaptains.set',
    act: world =>
      world.call(world.people.otherManager).zoneCaptains.set({
        zoneId: world.zone.id,
        // The worker would need no events: the page of captains reads again by itself.
        userIds: [world.people.otherManager.id],
        expectedIds: [],
      }),
  },
  {
    name: 'zoneUncounted.set',
    act: world =>
      world.call(world.people.otherManager).zoneUncounted.set({
        zoneId: world.zone.id,
        people: [{ userId: world.people.otherWorker.id, reason: 'At the gate' }],
        expectedIds: [],
      }),
  },
  {
    name: 'captains.setAreas',
    act: world => callCaptains(world).setAreas({ zoneId: world.zone.id, areas: [{ name: 'Workshop' }] }),
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
    name: 'emergencies.seeHelp',
    act: world => callEmergencies(world).seeHelp(emergencyRef(world)),
  },
  {
    name: 'emergencies.goTo',
    async act(world) {
      const { rows } = await callEmergencies(world).people({ ...emergencyRef(world), state: 'help' })
      await callEmergencies(world).goTo({
        ...emergencyRef(world),
        personId: String(rows[0]?.id),
        going: true,
      })
    },
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
    name: 'emergencyBoard.message',
    act: world =>
      world.call(world.people.otherManager).emergencyBoard.message({
        ...emergencyRef(world),
        state: 'missing',
        message: 'Answer now.',
        requestId: crypto.randomUUID(),
      }),
  },
  {
    name: 'responders.create',
    async act(world) {
      const { linkId, link, code } = await world.call(world.people.otherManager).responders.create({
        ...emergencyRef(world),
        hours: 4,
      })
      Object.assign(world.fields, { linkId, linkCode: code, linkToken: link.split('/').at(-1) })
    },
  },
  {
    name: 'responders.open',
    act: world =>
      world.call().responders.open({
        token: String(world.fields.linkToken),
        code: String(world.fields.linkCode),
      }),
  },
  {
    name: 'responders.revoke',
    act: world =>
      world.call(world.people.otherManager).responders.revoke({
        ...emergencyRef(world),
        linkId: String(world.fields.linkId),
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
  {
    name: 'captains.sweep',
    async act(world) {
      const { sweeps } = await callCaptains(world).sweeps(emergencyRef(world))
      await callCaptains(world).sweep({
        ...emergencyRef(world),
        areaId: sweeps[0]?.areaId ?? '',
        state: 'clear',
        requestId: crypto.randomUUID(),
      })
    },
  },
  {
    name: 'captains.startTeam',
    async act(world) {
      const { teamId } = await callCaptains(world).startTeam({
        ...emergencyRef(world),
        zoneId: world.zone.id,
        name: 'Team 1',
        names: ['Vera Visitor', 'Wim Visitor'],
        requestId: crypto.randomUUID(),
      })
      world.fields.teamId = teamId
    },
  },
  {
    name: 'captains.confirm',
    async act(world) {
      const { teams } = await callCaptains(world).teams(emergencyRef(world))
      await callCaptains(world).confirm({
        teamId: String(world.fields.teamId),
        round: 1,
        personIds: teams[0]?.people.slice(0, 1).map(it => it.id) ?? [],
        requestId: crypto.randomUUID(),
      })
    },
  },
  {
    name: 'captains.endTeam',
    act: world =>
      callCaptains(world).endTeam({ teamId: String(world.fields.teamId), requestId: crypto.randomUUID() }),
  },
  {
    name: 'captains.setOwnNote',
    act: world => world.call(world.people.worker).captains.setOwnNote({ note: 'Help on stairs' }),
  },
  {
    name: 'emergencies.changeOrder',
    act: world =>
      callEmergencies(world).changeOrder({
        ...emergencyRef(world),
        kind: 'shelter',
        message: 'Stay where you are',
        requestId: crypto.randomUUID(),
      }),
  },
  { name: 'emergencies.allClear', act: world => callEmergencies(world).allClear(emergencyRef(world)) },
  {
    name: 'emergencyReports.addFinding',
    act: world =>
      world.call(world.people.otherManager).emergencyReports.addFinding({
        ...emergencyRef(world),
        zoneId: world.zone.id,
        text: 'Door 3 was locked',
        ownerId: world.people.worker.id,
        requestId: crypto.randomUUID(),
      }),
  },
  {
    name: 'emergencyPlans.remove',
    act: world => callPlans(world).remove({ zoneId: world.zone.id, emergencyPlanId }),
  },
]
