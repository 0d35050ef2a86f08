import { hashSecret } from '../../../apps/server/src/features/auth/hashing.ts'
import type { Step } from '../step.ts'
import type { World } from '../world.ts'

const zoneRef = ({ zone }: World) => ({ zoneId: zone.id })
const callUsers = ({ call, people }: World) => call(people.otherManager).users
const workerRef = (world: World) => ({ ...zoneRef(world), userId: world.people.worker.id })

/** Creates a person who does not belong to the zone yet, for steps that add somebody. */
async function makeNewcomer(world: World, firstName: string) {
  const pinHash = await hashSecret('2468')
  return world.make.user({ firstName, pinHash })
}
const addByCode = (world: World, { userCode }: { userCode: string }) =>
  callUsers(world).addByCode({ ...zoneRef(world), userCode, role: 'app_user' })

export const userSteps: Step[] = [
  {
    name: 'users.addByCode',
    async act(world) {
      const nia = await makeNewcomer(world, 'Nia')
      await addByCode(world, nia)
      await world.call(nia).zones.available({})
    },
  },
  {
    name: 'zones.enter',
    async act(world) {
      const noa = await makeNewcomer(world, 'Noa')
      await addByCode(world, noa)
      await world.call(noa).zones.enter({ ...zoneRef(world), pin: '2468' })
      await world.call(noa).settings.updateProfile({ firstName: 'Noah' })
    },
  },
  {
    name: 'users.declineInvitation',
    async act(world) {
      const ned = await makeNewcomer(world, 'Ned')
      await addByCode(world, ned)
      await world.call(ned).users.declineInvitation(zoneRef(world))
    },
  },
  {
    name: 'users.unlink',
    act: world => callUsers(world).unlink({ ...zoneRef(world), userId: world.people.otherWorker.id }),
    late: {
      'dashboards.zoneStatistics': 'screens take who is inside from the zone',
      'users.counts': 'the clock counts every minute who was not seen',
    },
  },
  {
    name: 'users.unlinkMany',
    async act(world) {
      const [nell, nick] = await Promise.all([makeNewcomer(world, 'Nell'), makeNewcomer(world, 'Nick')])
      await addByCode(world, nell)
      await addByCode(world, nick)
      await callUsers(world).unlinkMany({ ...zoneRef(world), userIds: [nell.id, nick.id] })
    },
  },
  {
    name: 'accounts.assign',
    act: world =>
      world
        .call(world.people.otherAdmin)
        .accounts.assign({ ...zoneRef(world), userId: world.people.otherWorker.id }),
  },
  {
    name: 'users.changeRole',
    act: world => callUsers(world).changeRole({ ...workerRef(world), role: 'zone_manager_ro' }),
  },
  {
    name: 'a role is given back',
    act: world => callUsers(world).changeRole({ ...workerRef(world), role: 'app_user' }),
  },
  {
    name: 'zonePermissions.set',
    act: world =>
      world.call(world.people.otherAdmin).zonePermissions.set({
        ...zoneRef(world),
        userId: world.people.manager.id,
        granted: ['download_reports'],
        revoked: ['broadcast'],
      }),
  },
  { name: 'users.resetPin', act: world => callUsers(world).resetPin(workerRef(world)) },
  {
    name: 'zones.askPinReset',
    async act(world) {
      const { call, people, db } = world
      await db.pool.query(`update entry_pins set failures = array_fill(now(), array[5]) where user_id = $1`, [
        people.worker.id,
      ])
      await call(people.worker).zones.askPinReset(zoneRef(world))
    },
  },
]
