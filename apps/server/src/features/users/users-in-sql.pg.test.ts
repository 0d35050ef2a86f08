import type { ZonePerson } from '@muster/contract/users.ts'
import { CompiledQuery } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { TestUser } from '../../testing/factories.ts'
import { testUsers } from './testing/test-users.ts'

const toPosition = (person: ZonePerson) => (person.invited ? null : person.position)

const world = testUsers()

describe('directly in SQL, in the database role of requests', () => {
  const queryAs = (user: TestUser, statement: string, values: unknown[] = []) =>
    world.db.asActor({ userId: user.id, sessionId: user.sessionId }, tx =>
      tx.executeQuery(CompiledQuery.raw(statement, values)).then(result => result.rows),
    )

  it('a manager can add people only by code, and nobody as client admin', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const stranger = await world.make.user()
    const insertQuery =
      'insert into zone_assignments (user_id, zone_id, role, assigned_by) values ($1, $2, $3, $4)'
    await expect(
      queryAs(manager, insertQuery, [stranger.id, zone.id, 'app_user', manager.id]),
    ).rejects.toThrow('permission denied')
    const linkQuery = 'select * from link_user_by_code($1, $2, $3)'
    expect(await queryAs(manager, linkQuery, [stranger.userCode, zone.id, 'client_admin'])).toEqual([])
    expect(await queryAs(manager, 'select id from user_profiles where id = $1', [stranger.id])).toEqual([])
  })

  it('a manager can remove people only one by one, and never themselves or the last manager', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const [member, clientAdmin] = [await world.make.user(), await world.make.user({ role: 'client_admin' })]
    await world.make.assign(member, zone)
    await world.make.assign(clientAdmin, zone, 'client_admin')
    await expect(
      queryAs(manager, 'delete from zone_assignments where zone_id = $1', [zone.id]),
    ).rejects.toThrow('permission denied')
    await expect(
      queryAs(manager, `update zone_assignments set assigned_at = now() where zone_id = $1`, [zone.id]),
    ).rejects.toThrow('permission denied')
    const unlinkMember = (actor: TestUser, user: TestUser) =>
      queryAs(actor, 'select outcome from unlink_member($1, $2)', [zone.id, user.id])
    await expect(unlinkMember(manager, manager)).rejects.toMatchObject({ code: '42501' })
    await expect(unlinkMember(member, clientAdmin)).rejects.toMatchObject({ code: '42501' })
    await expect(unlinkMember((await world.zoneWithManager()).manager, member)).rejects.toMatchObject({
      code: '42501',
    })
    expect(await unlinkMember(clientAdmin, manager)).toEqual([{ outcome: 'last_manager' }])
    expect(await unlinkMember(manager, member)).toEqual([{ outcome: 'unlinked' }])
  })

  it('a former member cannot see a zone they created, or come back', async () => {
    const clientAdmin = await world.make.user({ role: 'client_admin' })
    const shape = { boundary: 'rectangle', start: { lat: 1, lng: 1 }, end: { lat: 2, lng: 2 } }
    await queryAs(
      clientAdmin,
      `select create_zone($1, null, false, '', 'Mine', null, null, $2, 1, 1, 2, 2)`,
      ['01a1f7bb-0000-7000-8000-000000000001', JSON.stringify(shape)],
    )
    expect(await queryAs(clientAdmin, `select id from zones where name = 'Mine'`)).toHaveLength(1)
    await world.db.pool.query('delete from zone_assignments where user_id = $1', [clientAdmin.id])
    expect(await queryAs(clientAdmin, `select id from zones where name = 'Mine'`)).toEqual([])
  })

  it('a client admin sees who is inside, but not where', async () => {
    const { zone, manager } = await world.zoneWithManager()
    const [clientAdmin, member] = await Promise.all([
      world.make.user({ role: 'client_admin' }),
      world.make.user(),
    ])
    await world.make.assign(clientAdmin, zone, 'client_admin')
    await world.make.assign(member, zone)
    await world.db.pool.query(
      'update presence_tracking set latitude = 28.6, longitude = 77.2, captured_at = now() where user_id = $1',
      [member.id],
    )
    const readPositionAs = async (viewer: TestUser) =>
      toPosition((await world.call(viewer).users.detail({ zoneId: zone.id, userId: member.id })).person)
    const listPeopleAs = async (viewer: TestUser, listName: 'people' | 'places') =>
      (await world.call(viewer).users.inZone({ zoneId: zone.id, list: listName })).rows
        .filter(row => row.userId === member.id)
        .map(toPosition)
    expect(await listPeopleAs(manager, 'people')).toEqual([null])
    expect(await listPeopleAs(manager, 'places')).toMatchObject([{ lat: 28.6, lng: 77.2 }])
    expect(await listPeopleAs(clientAdmin, 'places')).toEqual([null])
    expect(await readPositionAs(manager)).toMatchObject({ lat: 28.6, lng: 77.2 })
    expect(await readPositionAs(clientAdmin)).toBeNull()
    await expect(queryAs(clientAdmin, 'select latitude from presence_tracking')).rejects.toThrow(
      'permission denied',
    )
  })
})
