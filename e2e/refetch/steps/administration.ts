import { deleteOldAlerts } from '../../../apps/server/src/features/alerts/alerts.queries.ts'
import { removeExpired } from '../../../apps/server/src/jobs/remove-expired.ts'
import { hashSecret } from '../../../apps/server/src/rpc/hashing.ts'
import { nameReadReasons, type Step } from '../step.ts'
import { password, type World } from '../world.ts'

const asAdmin = ({ call, people }: World) => call(people.otherAdmin)
const subjectRef = ({ fields }: World) => ({ userId: String(fields.subjectId) })

export const administrationSteps: Step[] = [
  {
    name: 'maps.update',
    act: world => asAdmin(world).maps.update({ base: { kind: 'built_in' }, placeSearch: 'none' }),
  },
  {
    name: 'accounts.create',
    async act(world) {
      const { id } = await asAdmin(world).accounts.create({
        email: 'olga@test.example',
        firstName: 'Olga',
        lastName: 'Novak',
        organisationId: String(world.fields.organisationId),
      })
      world.fields.subjectId = id
    },
  },
  {
    name: 'accounts.createMany',
    act: world =>
      asAdmin(world).accounts.createMany({
        people: [{ email: 'otto@test.example', firstName: 'Otto', lastName: 'Novak' }],
        dryRun: false,
        organisationId: String(world.fields.organisationId),
      }),
  },
  {
    name: 'accounts.update',
    late: nameReadReasons,
    act: world =>
      asAdmin(world).accounts.update({
        userId: world.people.otherWorker.id,
        firstName: 'Anna',
        lastName: 'Berg',
      }),
  },
  {
    name: 'accounts.changeEmail',
    act: world =>
      asAdmin(world).accounts.changeEmail({
        userId: world.people.otherWorker.id,
        email: 'anna@test.example',
      }),
  },
  {
    name: 'the role of an account changes',
    act: world =>
      asAdmin(world).accounts.update({ userId: world.people.manager.id, role: 'zone_manager_ro' }),
  },
  {
    name: 'security.setAccountStatus',
    act: world =>
      asAdmin(world).security.setAccountStatus({ userId: world.people.otherWorker.id, status: 'suspended' }),
  },
  {
    name: 'an account is active again',
    act: world =>
      asAdmin(world).security.setAccountStatus({ userId: world.people.otherWorker.id, status: 'active' }),
  },
  {
    name: 'security.setAccountStatuses',
    act: world =>
      asAdmin(world).security.setAccountStatuses({
        userIds: [world.people.otherWorker.id],
        status: 'suspended',
      }),
  },
  {
    name: 'several accounts are active again',
    act: world =>
      asAdmin(world).security.setAccountStatuses({
        userIds: [world.people.otherWorker.id],
        status: 'active',
      }),
  },
  {
    name: 'settings.deleteMyAccount',
    late: nameReadReasons,
    async act(world) {
      const { make, call, db, zone, people, fields } = world
      const person = await make.user({ firstName: 'Gus', passwordHash: await hashSecret(password) })
      await make.assign(person, zone)
      await call(person).hazards.report({
        zoneId: zone.id,
        requestId: crypto.randomUUID(),
        title: 'Loose step',
        description: 'The third one',
        position: null,
      })
      if (typeof fields.groupId === 'string')
        await call(people.otherManager).groups.addMembers({ groupId: fields.groupId, members: [person.id] })
      await db.pool.query('delete from zone_assignments where user_id = $1', [person.id])
      await call(person).settings.deleteMyAccount({ password })
    },
  },
  {
    name: 'accounts.remove',
    late: {
      ...nameReadReasons,
      'broadcasts.list': 'how many people a broadcast reached is counted anew with the next read',
    },
    act: world => asAdmin(world).accounts.remove({ userId: world.people.otherWorker.id }),
  },
  {
    name: 'an organisation loses somebody whose account is deleted',
    act: world => asAdmin(world).accounts.remove(subjectRef(world)),
  },
  {
    name: 'alerts are too old to be kept',
    async act({ db }) {
      await db.pool.query(`update user_alerts set created_at = created_at - interval '400 days'`)
      await removeExpired(db, { alerts: deleteOldAlerts })
    },
    late: {
      'alerts.list':
        'alerts end at night, after months; a list that was open all the time shows them until it is read again',
      'alerts.counts':
        'alerts end at night, after months; a count that was shown all the time stays until it is read again',
    },
  },
]
