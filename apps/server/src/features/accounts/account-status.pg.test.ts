import { expect, it } from 'vitest'
import { createSessions, type Sessions } from '../../rpc/sessions.ts'
import { createCaller, readCode } from '../../testing/caller.ts'
import { createDirectMailQueue } from '../../testing/direct-mail-queue.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { securityProcedures } from '../security/security.procedures.ts'
import { accountStatusProcedures } from './account-status.procedures.ts'

const mailQueue = createDirectMailQueue()
const { db, make } = testDatabase()
const callAs = (user: TestUser, sessions?: Sessions) =>
  createCaller(
    {
      security: {
        ...securityProcedures({ verify: () => Promise.reject(new Error('not asked')) }),
        ...accountStatusProcedures({ mailQueue }),
      },
    },
    db,
    sessions,
  )(user).security

const readAccountRow = async (user: TestUser) => {
  const { rows } = await db.pool.query<{ status: string; sessions: number }>(
    `select status, (select count(*)::int from auth.sessions where user_id = p.id) as sessions
     from user_profiles p where id = $1`,
    [user.id],
  )
  return rows[0]
}
const suspend = (actor: TestUser, target: TestUser) =>
  readCode(callAs(actor).setAccountStatus({ userId: target.id, status: 'suspended' }))

const title =
  'any status but active (%s) ends every session, is announced to their sockets and noted, and can be taken back'
it.each(['inactive', 'suspended'] as const)(title, async status => {
  const [admin, person] = await Promise.all([make.user({ role: 'admin' }), make.user()])
  await callAs(admin).setAccountStatus({ userId: person.id, status })
  expect(await readAccountRow(person)).toEqual({ status, sessions: 0 })
  const revokedQuery = `select count(*)::int as n from feed_events where kind = 'session.revoked' and topic = $1`
  expect((await db.pool.query(revokedQuery, [`user:${person.id}`])).rows[0].n).toBe(1)
  // Repeating a change does not log it again.
  await callAs(admin).setAccountStatus({ userId: person.id, status })
  await callAs(admin).setAccountStatus({ userId: person.id, status: 'active' })
  expect(await readAccountRow(person)).toEqual({ status: 'active', sessions: 0 })
  const { rows } = await db.pool.query(
    `select metadata from security_events where event_type = 'account_status_changed' and affected_user_id = $1
     order by created_at`,
    [person.id],
  )
  expect(rows.map(row => row.metadata)).toEqual([
    { from: 'active', to: status },
    { from: status, to: 'active' },
  ])
})

it("the server that changes an account's status rejects its sessions at once, before the feed event arrives", async () => {
  const sessions = createSessions({ db, sessionDays: 30 })
  const [admin, person] = await Promise.all([make.user({ role: 'admin' }), make.user()])
  await sessions.resolve(person.token)
  expect(sessions.held(person.token)).toBeDefined()
  await callAs(admin, sessions).setAccountStatus({ userId: person.id, status: 'inactive' })
  expect(sessions.held(person.token)).toBeUndefined()
  expect(await sessions.resolve(person.token)).toBeNull()
})

it('an account with a higher role and a missing account are refused with the same error', async () => {
  const [superAdmin, admin] = [await make.user({ role: 'super_admin' }), await make.user({ role: 'admin' })]
  expect(await suspend(admin, superAdmin)).toBe('FORBIDDEN')
  const unknownUserId = '0192f0c0-0000-7000-8000-00000000dead'
  expect(await readCode(callAs(admin).setAccountStatus({ userId: unknownUserId, status: 'suspended' }))).toBe(
    'FORBIDDEN',
  )
})

it('several accounts are set at once like one, and those that may not be set are returned', async () => {
  const sessions = createSessions({ db, sessionDays: 30 })
  const [admin, peer, ana, ben] = await Promise.all([
    make.user({ role: 'admin' }),
    make.user({ role: 'admin' }),
    make.user(),
    make.user(),
  ])
  await sessions.resolve(ana.token)
  const unknownUserId = '0192f0c0-0000-7000-8000-00000000dead'
  const result = await callAs(admin, sessions).setAccountStatuses({
    userIds: [ana.id, ben.id, ana.id.toUpperCase(), admin.id, peer.id, unknownUserId],
    status: 'suspended',
  })
  expect(result.set.toSorted()).toEqual([ana.id, ben.id].toSorted())
  expect(result.refused.toSorted()).toEqual([admin.id, peer.id, unknownUserId].toSorted())
  expect(sessions.held(ana.token)).toBeUndefined()
  for (const person of [ana, ben]) {
    expect(await readAccountRow(person)).toEqual({ status: 'suspended', sessions: 0 })
    const { rows } = await db.pool.query(
      `select (select count(*)::int from feed_events where kind = 'session.revoked' and topic = $1) as revoked,
         (select count(*)::int from security_events
          where event_type = 'account_status_changed' and affected_user_id = $2) as logged`,
      [`user:${person.id}`, person.id],
    )
    expect(rows).toEqual([{ revoked: 1, logged: 1 }])
  }
  expect((await readAccountRow(peer))?.status).toBe('active')
})

it('undoing a change of several accounts gives each account back its former status', async () => {
  const admin = await make.user({ role: 'admin' })
  const [ana, ben, cem] = await Promise.all([
    make.user({ status: 'inactive' }),
    make.user(),
    make.user({ status: 'suspended' }),
  ])
  const { setAccountStatuses } = callAs(admin)
  const { undo } = await setAccountStatuses({ userIds: [ana.id, ben.id, cem.id], status: 'suspended' })
  for (const { to, ids } of undo) await setAccountStatuses({ userIds: ids, status: to })
  const rows = await Promise.all([ana, ben, cem].map(readAccountRow))
  expect(rows.map(row => row?.status)).toEqual(['inactive', 'active', 'suspended'])
})

it('one super admin remains when two suspend each other at the same time', async () => {
  const [firstAdmin, secondAdmin] = await Promise.all([
    make.user({ role: 'super_admin' }),
    make.user({ role: 'super_admin' }),
  ])
  await Promise.all([
    suspend(firstAdmin, secondAdmin).catch(() => null),
    suspend(secondAdmin, firstAdmin).catch(() => null),
  ])
  const activeAdmins = [await readAccountRow(firstAdmin), await readAccountRow(secondAdmin)].filter(
    row => row?.status === 'active',
  )
  expect(activeAdmins).toHaveLength(1)
})

it('the response says which accounts the actor may act on', async () => {
  const [admin, peer, person] = await Promise.all([
    make.user({ role: 'admin' }),
    make.user({ role: 'admin' }),
    make.user(),
  ])
  const readAccount = async (email: string) =>
    (await callAs(admin).checkSuspiciousActivity({ userEmail: email })).account
  expect(await readAccount(person.email)).toEqual({ status: 'active', maySetStatus: true })
  expect(await readAccount(peer.email)).toEqual({ status: 'active', maySetStatus: false })
  expect(await readAccount(admin.email)).toEqual({ status: 'active', maySetStatus: false })
  expect(await readAccount('nobody@test.example')).toBeNull()
})
