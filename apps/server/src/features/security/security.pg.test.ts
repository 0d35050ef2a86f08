import { v7 as uuidV7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { createCaller, readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { retentionProcedures } from '../presence/retention/retention.procedures.ts'
import { createLoginMonitoring } from './login-monitoring.ts'
import { securityProcedures } from './security.procedures.ts'
import { insertEvents, readEvent } from './testing/events.ts'
import { verifyChain } from './verify-chain.ts'

const { db, make } = testDatabase()
const createTestCaller = () =>
  createCaller(
    {
      security: {
        ...retentionProcedures,
        ...securityProcedures({ verify: () => verifyChain(db) }),
      },
    },
    db,
  )

describe('the audit of row-level security', () => {
  it('finds no problems in the current product', async () => {
    const admin = await make.user({ role: 'admin' })
    const audit = await createTestCaller()(admin).security.auditRlsCompliance()
    expect(audit.findings).toEqual([])
    expect(audit.compliant).toBe(true)
    expect(audit.tablesChecked).toBeGreaterThan(15)
  })

  it('reports a table without row-level security and one without a policy', async () => {
    const superAdmin = await make.user({ role: 'super_admin' })
    await db.pool.query('create table open_door (id int)')
    await db.pool.query('create table blind_wall (id int)')
    await db.pool.query('alter table blind_wall enable row level security')
    const audit = await createTestCaller()(superAdmin).security.auditRlsCompliance()
    await db.pool.query('drop table open_door, blind_wall')
    expect(audit.compliant).toBe(false)
    expect(audit.findings).toEqual([
      { schema: 'public', table: 'blind_wall', problem: 'no_policy' },
      { schema: 'public', table: 'open_door', problem: 'rls_disabled' },
    ])
  })
})

describe('logging a view of a location', () => {
  const logLocationAccess = (viewer: TestUser, accessedUserId: string, zoneId?: string) =>
    createTestCaller()(viewer).security.logLocationAccess({ accessedUserId, accessType: 'live_map', zoneId })

  it('is allowed for everyone about themselves', async () => {
    const person = await make.user()
    const { id } = await logLocationAccess(person, person.id)
    expect(await readEvent(db, id)).toMatchObject({
      event_type: 'location_access',
      actor_id: person.id,
      affected_user_id: person.id,
      metadata: { accessType: 'live_map', zoneId: null },
    })
  })

  it.each(['zone_manager_rw', 'zone_manager_ro'] as const)(
    "is allowed for a %s of the member's zone",
    async role => {
      const [manager, member] = [await make.user(), await make.user()]
      const [zone, otherZone] = [await make.zone(), await make.zone()]
      await make.assign(manager, zone, role)
      await make.assign(manager, otherZone, role)
      await make.assign(member, zone)
      const { id } = await logLocationAccess(manager, member.id, zone.id)
      expect(await readEvent(db, id)).toMatchObject({
        metadata: { zoneId: zone.id },
        affected_user_id: member.id,
      })
      expect(await readCode(logLocationAccess(manager, member.id))).toBeUndefined()
      expect(await readCode(logLocationAccess(manager, member.id, otherZone.id))).toBe('FORBIDDEN')
    },
  )

  it('depends on the role in the shared zone, not on roles elsewhere', async () => {
    const [person, member] = [await make.user({ role: 'zone_manager_rw' }), await make.user()]
    const [managedZone, sharedZone] = [await make.zone(), await make.zone()]
    await make.assign(person, managedZone, 'zone_manager_rw')
    await make.assign(person, sharedZone, 'app_user')
    await make.assign(member, sharedZone)
    expect(await readCode(logLocationAccess(person, member.id, sharedZone.id))).toBe('FORBIDDEN')
    expect(await readCode(logLocationAccess(person, member.id))).toBe('FORBIDDEN')
  })

  it("requires the zone's PIN from a manager first", async () => {
    const [manager, member, zone] = [await make.user(), await make.user(), await make.zone()]
    await make.assign(manager, zone, 'zone_manager_rw', false)
    await make.assign(member, zone)
    expect(await readCode(logLocationAccess(manager, member.id, zone.id))).toBe('FORBIDDEN')
  })

  it('is allowed for internal admins wherever the person belongs', async () => {
    const [admin, member, zone] = [await make.user({ role: 'admin' }), await make.user(), await make.zone()]
    await make.assign(member, zone)
    expect(await readCode(logLocationAccess(admin, member.id, zone.id))).toBeUndefined()
    expect(await readCode(logLocationAccess(admin, member.id))).toBeUndefined()
  })

  it('refuses strangers and missing people with the same error and logs neither', async () => {
    const [viewer, stranger] = [await make.user({ role: 'client_admin' }), await make.user()]
    const zone = await make.zone()
    await make.assign(viewer, zone, 'client_admin')
    await make.assign(stranger, zone)
    const unknownUserId = uuidV7()
    const results = await Promise.all([
      createTestCaller()(viewer)
        .security.logLocationAccess({ accessedUserId: stranger.id, accessType: 'x' })
        .catch(error => ({ code: error.code, message: error.message, data: error.data })),
      createTestCaller()(viewer)
        .security.logLocationAccess({ accessedUserId: unknownUserId, accessType: 'x' })
        .catch(error => ({ code: error.code, message: error.message, data: error.data })),
    ])
    expect(results[0]).toMatchObject({ code: 'FORBIDDEN' })
    expect(results[1]).toEqual(results[0])
    const { rows } = await db.pool.query('select from security_events where affected_user_id = any($1)', [
      [stranger.id, unknownUserId],
    ])
    expect(rows).toHaveLength(0)
  })
})

describe('the check of an account', () => {
  it('returns nothing for an address without an account', async () => {
    const admin = await make.user({ role: 'admin' })
    expect(
      await createTestCaller()(admin).security.checkSuspiciousActivity({ userEmail: 'nobody@test.example' }),
    ).toEqual({
      isSuspicious: false,
      userId: null,
      recentFailures: 0,
      totalFailures: 0,
      shouldLock: false,
      account: null,
    })
  })

  it('counts the last 15 minutes and the last day', async () => {
    const [admin, user] = [await make.user({ role: 'admin' }), await make.user()]
    const failure = { event_type: 'login_failed', affected_user_id: user.id }
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await insertEvents(db, 4, { ...failure, created_at: minutesAgo(14) })
    await insertEvents(db, 3, { ...failure, created_at: minutesAgo(16) })
    await insertEvents(db, 2, { ...failure, created_at: minutesAgo(24 * 60 + 1) })
    const checkFailures = () =>
      createTestCaller()(admin).security.checkSuspiciousActivity({
        userEmail: ` ${user.email.toUpperCase()}`,
      })
    expect(await checkFailures()).toEqual({
      isSuspicious: false,
      userId: user.id,
      recentFailures: 4,
      totalFailures: 7,
      shouldLock: false,
      account: { status: 'active', maySetStatus: true },
    })
    await insertEvents(db, 6, failure)
    expect(await checkFailures()).toMatchObject({ isSuspicious: true, shouldLock: true, recentFailures: 10 })
  })
})

describe('breach notifications', () => {
  it('are stored and logged once when repeated', async () => {
    const admin = await make.user({ role: 'admin' })
    const noticeInput = {
      id: uuidV7(),
      incidentDescription: 'Twice.',
      affectedUsersCount: 1,
      severity: 'low',
    } as const
    const results = [
      await createTestCaller()(admin).security.createBreachNotification(noticeInput),
      await createTestCaller()(admin).security.createBreachNotification(noticeInput),
    ]
    expect(results[1]).toEqual(results[0])
    const { rows } = await db.pool.query(
      `select count(*) from security_events where metadata ->> 'notificationId' = $1`,
      [noticeInput.id],
    )
    expect(rows[0].count).toBe(1)
  })

  it('name the account whose sign-ins raised them, and the permitted actions', async () => {
    const [admin, peer, owner] = await Promise.all([
      make.user({ role: 'admin' }),
      make.user({ role: 'admin' }),
      make.user({ firstName: 'Odo', status: 'inactive' }),
    ])
    await db.pool.query(
      `insert into data_breach_notifications (description, affected_users_count, severity, account_id)
       select 'Many wrong passwords.', 1, 'high', unnest($1::uuid[])`,
      [[owner.id, peer.id]],
    )
    const { rows } = await createTestCaller()(admin).security.breachNotices({})
    const findNoticeAbout = (person: TestUser) => rows.find(notice => notice.account?.id === person.id)
    expect(findNoticeAbout(peer)?.account?.state).toEqual({ status: 'active', maySetStatus: false })
    expect(findNoticeAbout(owner)).toMatchObject({
      account: { name: 'Odo Test', state: { status: 'inactive', maySetStatus: true } },
      createdBy: null,
    })
  })

  it('are paged without duplicates or gaps, and a single notification can be fetched by id', async () => {
    const admin = await make.user({ role: 'admin' })
    await db.pool.query(
      `insert into data_breach_notifications (description, affected_users_count, severity)
       select 'Paged.', 1, 'low' from generate_series(1, 5)`,
    )
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await createTestCaller()(admin).security.breachNotices({ limit: 2, cursor })
      ids.push(...page.rows.map(notice => notice.id))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    const { breachNotices } = await createTestCaller()(admin).security.dashboard()
    expect([ids.length, new Set(ids).size]).toEqual([breachNotices, breachNotices])
    const singleNotice = await createTestCaller()(admin).security.breachNotices({ id: ids[3] })
    expect(singleNotice.rows.map(notice => notice.id)).toEqual([ids[3]])
  })

  it('are stored, returned and logged, newest first in the list', async () => {
    const admin = await make.user({ role: 'admin', firstName: 'Ada' })
    const createNotice = (incidentDescription: string) =>
      createTestCaller()(admin).security.createBreachNotification({
        id: uuidV7(),
        incidentDescription,
        affectedUsersCount: 12,
        severity: 'critical',
        metadata: { ticket: 7 },
      })
    const [firstNotice, secondNotice] = [
      await createNotice('A laptop was stolen.'),
      await createNotice('It was found.'),
    ]
    expect(firstNotice).toMatchObject({
      description: 'A laptop was stolen.',
      affectedUsersCount: 12,
      severity: 'critical',
      metadata: { ticket: 7 },
      createdBy: 'Ada Test',
    })
    const { rows } = await createTestCaller()(admin).security.breachNotices({})
    expect(rows.slice(0, 2).map(notice => notice.id)).toEqual([secondNotice.id, firstNotice.id])
    const { rows: events } = await createTestCaller()(admin).security.events({
      type: 'data_breach_notification_created',
    })
    expect(events.find(event => event.metadata.notificationId === firstNotice.id)).toMatchObject({
      severity: 'critical',
      actor: { id: admin.id, name: 'Ada Test' },
    })
  })
})

describe('the dashboard', () => {
  it('counts the events of the last 24 hours and lists suspicious accounts', async () => {
    const [admin, user, quietUser] = [
      await make.user({ role: 'admin' }),
      await make.user(),
      await make.user(),
    ]
    const readFigures = async () => (await createTestCaller()(admin).security.dashboard()).last24Hours
    const figuresBefore = await readFigures()
    const monitoring = createLoginMonitoring(db, 'a secret of the tests, long enough')
    const clientInfo = { ip: '203.0.113.9', userAgent: 'x' }
    for (let n = 0; n < 6; n++) await monitoring.failed({ ...clientInfo, email: user.email })
    await monitoring.failed({ ...clientInfo, email: quietUser.email })
    await monitoring.failed({ ...clientInfo, email: 'nobody at all' })
    await monitoring.signedIn({ ...clientInfo, userId: user.id })
    await insertEvents(db, 2, { event_type: 'zone_pin_failed' })
    await createTestCaller()(user).security.logLocationAccess({ accessedUserId: user.id, accessType: 'x' })
    await insertEvents(db, 3, {
      event_type: 'login_failed',
      created_at: new Date(Date.now() - 86_400_000 - 1_000),
    })
    const figuresAfter = await readFigures()
    expect(figuresAfter).toEqual({
      // Eight failures with one pattern, a sign-in, two PIN events and a view.
      events: figuresBefore.events + 13,
      failedSignIns: figuresBefore.failedSignIns + 8,
      successfulSignIns: figuresBefore.successfulSignIns + 1,
      failedPins: figuresBefore.failedPins + 2,
      locationAccesses: figuresBefore.locationAccesses + 1,
    })
    const { suspiciousAccounts } = await createTestCaller()(admin).security.dashboard()
    expect(suspiciousAccounts.find(account => account.userId === user.id)).toMatchObject({
      email: user.email,
      recentFailures: 6,
      totalFailures: 6,
    })
    expect(suspiciousAccounts.map(account => account.userId)).not.toContain(quietUser.id)
  })
})
