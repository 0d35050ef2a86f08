import { hashSecret } from '../../../apps/server/src/rpc/hashing.ts'
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

/** Makes an invitation link and returns its id and secret. */
async function makeInvitation(world: World) {
  const { invitation, link } = await callInvitations(world).create({ ...zoneRef(world), role: 'app_user' })
  return { invitationId: invitation.id, token: link.split('invitation=')[1] ?? '' }
}
const callInvitations = ({ call, people }: World) => call(people.otherManager).invitations

export const userSteps: Step[] = [
  { name: 'invitations.create', act: makeInvitation },
  {
    name: 'invitations.invite',
    act: world =>
      callInvitations(world).invite({ ...zoneRef(world), role: 'app_user', emails: ['new@example.com'] }),
  },
  {
    name: 'invitations.resend',
    async act(world) {
      const { rows } = await callInvitations(world).list(zoneRef(world))
      const invitationId = rows.find(it => it.email !== null)?.id ?? ''
      await callInvitations(world).resend({ ...zoneRef(world), invitationId })
    },
  },
  {
    name: 'invitations.revoke',
    async act(world) {
      const { invitationId } = await makeInvitation(world)
      await callInvitations(world).revoke({ ...zoneRef(world), invitationId })
    },
  },
  {
    name: 'invitations.accept',
    async act(world) {
      const { token } = await makeInvitation(world)
      await world.call(await makeNewcomer(world, 'Nox')).invitations.accept({ token })
    },
  },
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
    name: 'zones.acceptInvitations',
    async act(world) {
      const nell = await makeNewcomer(world, 'Nell')
      await addByCode(world, nell)
      await world.call(nell).zones.acceptInvitations({ zoneIds: [zoneRef(world).zoneId], pin: '2468' })
      await world.call(nell).settings.updateProfile({ firstName: 'Nella' })
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
