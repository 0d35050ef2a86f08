import { expect, it } from 'vitest'
import type { TestUser } from '../testing/factories.ts'
import { testServices } from '../testing/test-services.ts'
import { migrate } from './migrate.ts'

const server = testServices()

it('adds the creators of existing groups to them, if they still manage the groups of the zone', async () => {
  const { db, make, call } = server
  const zone = await make.zone()
  const [manager, formerManager, member] = [await make.user(), await make.user(), await make.user()]
  for (const groupManager of [manager, formerManager])
    await make.assign(groupManager, zone, 'zone_manager_rw')
  await make.assign(member, zone)
  const createGroup = async (creator: TestUser, name: string) =>
    (
      await call(creator).groups.create({
        zoneId: zone.id,
        requestId: crypto.randomUUID(),
        name,
        members: [member.id],
      })
    ).group.id
  const groupId = await createGroup(manager, 'Night shift')
  await createGroup(formerManager, 'Cleaning')
  await db.pool.query('delete from group_members where user_id = any($1)', [[manager.id, formerManager.id]])
  await call(member).groupMessages.send({
    groupId,
    requestId: crypto.randomUUID(),
    text: 'Hello',
    fileId: null,
  })
  await db.pool.query(`update zone_assignments set role = 'app_user' where user_id = $1`, [formerManager.id])
  await db.pool.query('delete from schema_migrations where version = 125')
  expect((await migrate(server.databaseUrl)).applied).toEqual(['0125-put-creators-into-groups.sql'])

  const countGroups = (viewer: TestUser) => call(viewer).groups.count({ zoneId: zone.id })
  expect(await countGroups(manager)).toEqual({ mine: 1, unread: 0, all: 2 })
  expect(await countGroups(formerManager)).toMatchObject({ mine: 0, all: 0 })
  const { rows } = await call(manager).alerts.list({})
  expect(rows.filter(it => it.type === 'group_activity')).toEqual([])
})
