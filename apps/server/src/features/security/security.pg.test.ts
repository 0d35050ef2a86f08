import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { createCaller, readCode } from '../../testing/caller.ts'
import { directMailQueue } from '../../testing/direct-mail-queue.ts'
import { factories, type TestUser } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { retentionProcedures } from '../retention/retention.procedures.ts'
import { createLoginMonitoring } from './login-monitoring.ts'
import { securityProcedures } from './security.procedures.ts'
import { insertEvents, readEvent } from './testing/events.ts'
import { verifyChain } from './verify-chain.ts'

const mailQueue = directMailQueue()
let database: TestDatabase
let db: Database
let make: ReturnType<typeof factories>
const call = () =>
  createCaller(
    {
      security: {
        ...retentionProcedures,
        ...securityProcedures({ mailQueue }, { verify: () => verifyChain(db) }),
      },
    },
    db,
  )

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  make = factories(db)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

describe('the audit of row-level security', () => {
  it('finds no problems in the current product', async () => {
    const admin = await make.user({ role: 'admin' })
    const audit = await call()(admin).security.auditRlsCompliance()
    expect(audit.findings).toEqual([])
    expect(audit.compliant).toBe(true)
    expect(audit.tablesChecked).toBeGreaterThan(15)
  })

  it('reports a table without row-level security and one without a policy', async () => {
    const admin = await make.user({ role: 'super_admin' })
    await db.pool.query('create table open_door (id int)')
    await db.pool.query('create table blind_wall (id int)')
    await db.pool.query('alter table blind_wall enable row level security')
    const audit = await call()(admin).security.auditRlsCompliance()
    await db.pool.query('drop table open_door, blind_wall')
    expect(audit.compliant).toBe(false)
    expect(audit.findings).toEqual([
      { schema: 'public', table: 'blind_wall', problem: 'no_policy' },
      { schema: 'public', table: 'open_door', problem: 'rls_disabled' },
    ])
  })
})

describe('logging a view of a location', () => {
  const look = (viewer: TestUser, accessedUserId: string, zoneId?: string) =>
    call()(viewer).security.logLocationAccess({ accessedUserId, accessType: 'live_map', zoneId })

  it('is allowed for everyone about themselves', async () => {
    const person = await make.user()
    const { id } = await look(person, person.id)
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
      const [zone, elsewhere] = [await make.zone(), await make.zone()]
      await make.assign(manager, zone, role)
      await make.assign(manager, elsewhere, role)
      await make.assign(member, zone)
      const { id } = await look(manager, member.id, zone.id)
      expect(await readEvent(db, id)).toMatchObject({
        metadata: { zoneId: zone.id },
        affected_user_id: member.id,
      })
      expect(await readCode(look(manager, member.id))).toBeUndefined()
      expect(await readCode(look(manager, member.id, elsewhere.id))).toBe('FORBIDDEN')
    },
  )

  it('depends on the role in the shared zone, not on roles elsewhere', async () => {
    const [person, member] = [await make.user({ role: 'zone_manager_rw' }), await make.user()]
    const [managed, shared] = [await make.zone(), await make.zone()]
    await make.assign(person, managed, 'zone_manager_rw')
    await make.assign(person, shared, 'app_user')
    await make.assign(member, shared)
    expect(await readCode(look(person, member.id, shared.id))).toBe('FORBIDDEN')
    expect(await readCode(look(person, member.id))).toBe('FORBIDDEN')
  })

  it("requires the zone's PIN from a manager first", async () => {
    const [manager, member, zone] = [await make.user(), await make.user(), await make.zone()]
    await make.assign(manager, zone, 'zone_manager_rw', false)
    await make.assign(member, zone)
    expect(await readCode(look(manager, member.id, zone.id))).toBe('FORBIDDEN')
  })

  it('is allowed for internal admins wherever the person belongs', async () => {
    const [admin, member, zone] = [await make.user({ role: 'admin' }), await make.user(), await make.zone()]
    await make.assign(member, zone)
    expect(await readCode(look(admin, member.id, zone.id))).toBeUndefined()
    expect(await readCode(look(admin, member.id))).toBeUndefined()
  })

  it('refuses strangers and missing people with the same error and logs neither', async () => {
    const [viewer, stranger] = [await make.user({ role: 'client_admin' }), await make.user()]
    const zone = await make.zone()
    await make.assign(viewer, zone, 'client_admin')
    await make.assign(stranger, zone)
    const nobody = uuidV7()
    const answers = await Promise.all([
      call()(viewer)
        .security.logLocationAccess({ accessedUserId: stranger.id, accessType: 'x' })
        .catch(error => ({ code: error.code, message: error.message, data: error.data })),
      call()(viewer)
        .security.logLocationAccess({ accessedUserId: nobody, accessType: 'x' })
        .catch(error => ({ code: error.code, message: error.message, data: error.data })),
    ])
    expect(answers[0]).toMatchObject({ code: 'FORBIDDEN' })
    expect(answers[1]).toEqual(answers[0])
    const { rows } = await db.pool.query('select from security_events where affected_user_id = any($1)', [
      [stranger.id, nobody],
    ])
    expect(rows).toHaveLength(0)
  })
})

describe('the check of an account', () => {
  it('returns nothing for an address without an account', async () => {
    const admin = await make.user({ role: 'admin' })
    expect(
      await call()(admin).security.checkSuspiciousActivity({ userEmail: 'nobody@test.example' }),
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
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await insertEvents(db, 4, { ...failure, created_at: ago(14) })
    await insertEvents(db, 3, { ...failure, created_at: ago(16) })
    await insertEvents(db, 2, { ...failure, created_at: ago(24 * 60 + 1) })
    const check = () =>
      call()(admin).security.checkSuspiciousActivity({ userEmail: ` ${user.email.toUpperCase()}` })
    expect(await check()).toEqual({
      isSuspicious: false,
      userId: user.id,
      recentFailures: 4,
      totalFailures: 7,
      shouldLock: false,
      account: { status: 'active', maySetStatus: true },
    })
    await insertEvents(db, 6, failure)
    expect(await check()).toMatchObject({ isSuspicious: true, shouldLock: true, recentFailures: 10 })
  })
})

describe('breach notifications', () => {
  it('are stored and logged once when repeated', async () => {
    const admin = await make.user({ role: 'admin' })
    const sent = {
      id: uuidV7(),
      incidentDescription: 'Twice.',
      affectedUsersCount: 1,
      severity: 'low',
    } as const
    const answers = [
      await call()(admin).security.createBreachNotification(sent),
      await call()(admin).security.createBreachNotification(sent),
    ]
    expect(answers[1]).toEqual(answers[0])
    const { rows } = await db.pool.query(
      `select count(*) from security_events where metadata ->> 'notificationId' = $1`,
      [sent.id],
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
    const { rows } = await call()(admin).security.breachNotices({})
    const about = (person: TestUser) => rows.find(notice => notice.account?.id === person.id)
    expect(about(peer)?.account?.state).toEqual({ status: 'active', maySetStatus: false })
    expect(about(owner)).toMatchObject({
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
      const page = await call()(admin).security.breachNotices({ limit: 2, cursor })
      ids.push(...page.rows.map(notice => notice.id))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    const { breachNotices } = await call()(admin).security.dashboard()
    expect([ids.length, new Set(ids).size]).toEqual([breachNotices, breachNotices])
    const one = await call()(admin).security.breachNotices({ id: ids[3] })
    expect(one.rows.map(notice => notice.id)).toEqual([ids[3]])
  })

  it('are stored, returned and logged, newest first in the list', async () => {
    const admin = await make.user({ role: 'admin', firstName: 'Ada' })
    const create = (incidentDescription: string) =>
      call()(admin).security.createBreachNotification({
        id: uuidV7(),
        incidentDescription,
        affectedUsersCount: 12,
        severity: 'critical',
        metadata: { ticket: 7 },
      })
    const [first, second] = [await create('A laptop was stolen.'), await create('It was found.')]
    expect(first).toMatchObject({
      description: 'A laptop was stolen.',
      affectedUsersCount: 12,
      severity: 'critical',
      metadata: { ticket: 7 },
      createdBy: 'Ada Test',
    })
    const { rows } = await call()(admin).security.breachNotices({})
    expect(rows.slice(0, 2).map(notice => notice.id)).toEqual([second.id, first.id])
    const { rows: events } = await call()(admin).security.events({ type: 'data_breach_notification_created' })
    expect(events.find(event => event.metadata.notificationId === first.id)).toMatchObject({
      severity: 'critical',
      actor: { id: admin.id, name: 'Ada Test' },
    })
  })
})

describe('the dashboard', () => {
  it('counts the events of the last 24 hours and lists suspicious accounts', async () => {
    const [admin, user, calm] = [await make.user({ role: 'admin' }), await make.user(), await make.user()]
    const figures = async () => (await call()(admin).security.dashboard()).last24Hours
    const before = await figures()
    const monitoring = createLoginMonitoring(db, 'a secret of the tests, long enough')
    const client = { ip: '203.0.113.9', userAgent: 'x' }
    for (let n = 0; n < 6; n++) await monitoring.failed({ ...client, email: user.email })
    await monitoring.failed({ ...client, email: calm.email })
    await monitoring.failed({ ...client, email: 'nobody at all' })
    await monitoring.signedIn({ ...client, userId: user.id })
    await insertEvents(db, 2, { event_type: 'zone_pin_failed' })
    await call()(user).security.logLocationAccess({ accessedUserId: user.id, accessType: 'x' })
    await insertEvents(db, 3, {
      event_type: 'login_failed',
      created_at: new Date(Date.now() - 86_400_000 - 1_000),
    })
    const after = await figures()
    expect(after).toEqual({
      // Eight failures with one pattern, a sign-in, two PIN events and a view.
      events: before.events + 13,
      failedSignIns: before.failedSignIns + 8,
      successfulSignIns: before.successfulSignIns + 1,
      failedPins: before.failedPins + 2,
      locationAccesses: before.locationAccesses + 1,
    })
    const { suspiciousAccounts } = await call()(admin).security.dashboard()
    expect(suspiciousAccounts.find(account => account.userId === user.id)).toMatchObject({
      email: user.email,
      recentFailures: 6,
      totalFailures: 6,
    })
    expect(suspiciousAccounts.map(account => account.userId)).not.toContain(calm.id)
  })
})
