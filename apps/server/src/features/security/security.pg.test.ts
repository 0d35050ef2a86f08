import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { uuidV7 } from '../../lib/uuid-v7.ts'
import { callerOf, codeOf } from '../../testing/caller.ts'
import { factories, type TestUser } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { exportEvents } from './export-events.ts'
import { createLoginMonitoring } from './login-monitoring.ts'
import { securityProcedures } from './security.procedures.ts'

let database: TestDatabase
let db: Database
let make: ReturnType<typeof factories>
const call = () =>
  callerOf({ security: securityProcedures({ logWrites: { take: async () => undefined } }) }, db)

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
  it('finds nothing in the product as it is', async () => {
    const admin = await make.user({ role: 'admin' })
    const audit = await call()(admin).security.auditRlsCompliance()
    expect(audit.findings).toEqual([])
    expect(audit.compliant).toBe(true)
    expect(audit.tablesChecked).toBeGreaterThan(15)
  })

  it('names a table without row-level security and one without a policy', async () => {
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

  it.each(['client_admin', 'zone_manager_rw', 'app_user'] as const)('is not for a %s', async role => {
    const person = await make.user({ role })
    expect(await codeOf(call()(person).security.auditRlsCompliance())).toBe('FORBIDDEN')
  })
})

const others = [
  'client_admin',
  'zone_manager_rw',
  'zone_manager_ro',
  'app_user',
  'manager',
  'worker',
] as const

async function insertEvents(count: number, values: Record<string, unknown> = {}): Promise<void> {
  const row = { event_type: 'test_event', description: '-', ...values }
  await db.asOwner('test data', tx =>
    tx
      .insertInto('security_events')
      .values(Array.from({ length: count }, () => row))
      .execute(),
  )
}
async function eventOf(id: string) {
  const { rows } = await db.pool.query('select * from security_events where id = $1', [id])
  return rows[0]
}

describe('what only internal admins may do', () => {
  const calls: [string, (person: TestUser) => Promise<unknown>][] = [
    ['the dashboard', person => call()(person).security.dashboard()],
    ['the list of events', person => call()(person).security.events({})],
    ['the export', person => call()(person).security.eventsCsv({})],
    ['the verification', person => call()(person).security.verifyChain()],
    [
      'the check of an account',
      person => call()(person).security.checkSuspiciousActivity({ userEmail: 'a@b.c' }),
    ],
    ['the cleanup', person => call()(person).security.cleanUp({ targetUserId: null })],
    [
      'a breach notification',
      person =>
        call()(person).security.createBreachNotification({
          id: uuidV7(),
          incidentDescription: 'x',
          affectedUsersCount: 1,
          severity: 'low',
        }),
    ],
  ]

  it.each(calls)('%s', async (_, attempt) => {
    for (const role of others) expect(await codeOf(attempt(await make.user({ role })))).toBe('FORBIDDEN')
    for (const role of ['super_admin', 'admin'] as const)
      expect(await codeOf(attempt(await make.user({ role })))).toBeUndefined()
  })

  it.each(['security_events', 'data_breach_notifications'] as const)(
    'is kept from the others by row-level security too: %s',
    async table => {
      await insertEvents(1)
      const admin = await make.user({ role: 'admin' })
      await call()(admin).security.createBreachNotification({
        id: uuidV7(),
        incidentDescription: 'x',
        affectedUsersCount: 1,
        severity: 'low',
      })
      const seen = (person: TestUser) =>
        db.asActor({ userId: person.id, sessionId: person.sessionId }, tx =>
          tx.selectFrom(table).select('id').execute(),
        )
      for (const role of others) expect(await seen(await make.user({ role }))).toEqual([])
      expect((await seen(admin)).length).toBeGreaterThan(0)
    },
  )

  it('is kept from the others when they write past the procedures', async () => {
    const manager = await make.user({ role: 'zone_manager_rw' })
    const asManager = { userId: manager.id, sessionId: manager.sessionId }
    const notice = { description: 'x', affected_users_count: 1, severity: 'low' }
    await expect(
      db.asActor(asManager, tx =>
        tx
          .insertInto('data_breach_notifications')
          .values({ ...notice, created_by: manager.id })
          .execute(),
      ),
    ).rejects.toMatchObject({ code: '42501' })
    // In the name of somebody else.
    await expect(
      db.asActor(asManager, tx =>
        tx
          .insertInto('security_events')
          .values({ event_type: 'user_action_x', description: 'x', actor_id: uuidV7() })
          .execute(),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the log, written past the procedures', () => {
  const append = (person: TestUser, event_type: string, severity: string, affected?: TestUser) =>
    db.asActor({ userId: person.id, sessionId: person.sessionId }, tx =>
      tx
        .insertInto('security_events')
        .values({
          event_type,
          severity,
          description: 'x',
          actor_id: person.id,
          affected_user_id: affected?.id ?? null,
        })
        .execute(),
    )

  it('takes from a person only what the program writes for them', async () => {
    const [person, other] = [await make.user({ role: 'zone_manager_rw' }), await make.user()]
    for (const [type, severity, affected] of [
      ['security_log_broken', 'critical'],
      ['security_log_broken', 'info'],
      ['sign_in_failed', 'info'],
      ['zone_pin_failed', 'low', person],
      ['data_breach_notification_created', 'info'],
      ['user_data_cleanup', 'info'],
      ['user_action_', 'info'],
      ['user_action_x', 'critical'],
      ['user_action_x', 'info', other],
      ['location_access', 'high', other],
    ] as const)
      await expect(append(person, type, severity, affected), `${type} ${severity}`).rejects.toMatchObject({
        code: '42501',
      })
    await append(person, 'user_action_x', 'info', person)
    await append(person, 'data_access', 'info')
    await append(person, 'location_access', 'info', other)
    await append(person, 'location_access', 'info')
  })

  it('takes a severity from an internal admin only for a breach', async () => {
    const admin = await make.user({ role: 'admin' })
    await expect(append(admin, 'security_log_broken', 'critical')).rejects.toMatchObject({ code: '42501' })
    await append(admin, 'data_breach_notification_created', 'critical')
    await append(admin, 'reviewed_access', 'info')
  })
})

describe('logging an event', () => {
  it.each(['app_user', 'zone_manager_ro', 'client_admin', 'worker'] as const)(
    'lets a %s log what they did and looked at',
    async role => {
      const person = await make.user({ role })
      for (const type of ['user_action_file_opened', 'data_access']) {
        const { id } = await call()(person).security.logEvent({
          type,
          description: 'Opened a file.',
          affectedUserId: person.id,
          metadata: { file: 'plan.pdf' },
        })
        expect(await eventOf(id)).toMatchObject({
          event_type: type,
          actor_id: person.id,
          affected_user_id: person.id,
          severity: 'info',
          metadata: { file: 'plan.pdf' },
        })
      }
    },
  )

  it.each(['login_failed', 'user_action_', 'user_actions_x', 'data_accessed', 'zone_pin_failed'])(
    'refuses the type %s from an app user',
    async type => {
      const person = await make.user()
      expect(await codeOf(call()(person).security.logEvent({ type, description: 'x' }))).toBe('FORBIDDEN')
    },
  )

  it('about somebody else is for internal admins, who may log any type', async () => {
    const [person, admin] = [await make.user(), await make.user({ role: 'admin' })]
    const about = { type: 'data_access', description: 'x', affectedUserId: admin.id }
    expect(await codeOf(call()(person).security.logEvent(about))).toBe('FORBIDDEN')
    const { id } = await call()(admin).security.logEvent({
      type: 'incident_closed',
      description: 'x',
      affectedUserId: person.id,
    })
    expect(await eventOf(id)).toMatchObject({ actor_id: admin.id, affected_user_id: person.id })
  })

  it('answers BAD_REQUEST to metadata that cannot be stored or is too long', async () => {
    const person = await make.user()
    const log = (metadata: Record<string, unknown>) =>
      codeOf(call()(person).security.logEvent({ type: 'data_access', description: 'x', metadata }))
    expect(await log({ text: 'x'.repeat(4_001) })).toBe('BAD_REQUEST')
    expect(await log({ text: 'x'.repeat(3_900) })).toBeUndefined()
  })
})

describe('logging a look at a location', () => {
  const look = (viewer: TestUser, accessedUserId: string, zoneId?: string) =>
    call()(viewer).security.logLocationAccess({ accessedUserId, accessType: 'live_map', zoneId })

  it('of oneself is for everyone', async () => {
    const person = await make.user()
    const { id } = await look(person, person.id)
    expect(await eventOf(id)).toMatchObject({
      event_type: 'location_access',
      actor_id: person.id,
      affected_user_id: person.id,
      metadata: { accessType: 'live_map', zoneId: null },
    })
  })

  it.each(['zone_manager_rw', 'zone_manager_ro'] as const)(
    'of a member is for a %s of the zone',
    async role => {
      const [manager, member] = [await make.user(), await make.user()]
      const [zone, elsewhere] = [await make.zone(), await make.zone()]
      await make.assign(manager, zone, role)
      await make.assign(manager, elsewhere, role)
      await make.assign(member, zone)
      const { id } = await look(manager, member.id, zone.id)
      expect(await eventOf(id)).toMatchObject({ metadata: { zoneId: zone.id }, affected_user_id: member.id })
      expect(await codeOf(look(manager, member.id))).toBeUndefined()
      expect(await codeOf(look(manager, member.id, elsewhere.id))).toBe('FORBIDDEN')
    },
  )

  it('counts the role in the shared zone, not the one elsewhere', async () => {
    const [person, member] = [await make.user({ role: 'zone_manager_rw' }), await make.user()]
    const [managed, shared] = [await make.zone(), await make.zone()]
    await make.assign(person, managed, 'zone_manager_rw')
    await make.assign(person, shared, 'app_user')
    await make.assign(member, shared)
    expect(await codeOf(look(person, member.id, shared.id))).toBe('FORBIDDEN')
    expect(await codeOf(look(person, member.id))).toBe('FORBIDDEN')
  })

  it('asks a manager for the PIN of the zone first', async () => {
    const [manager, member, zone] = [await make.user(), await make.user(), await make.zone()]
    await make.assign(manager, zone, 'zone_manager_rw', false)
    await make.assign(member, zone)
    expect(await codeOf(look(manager, member.id, zone.id))).toBe('FORBIDDEN')
  })

  it('is for internal admins wherever the person belongs', async () => {
    const [admin, member, zone] = [await make.user({ role: 'admin' }), await make.user(), await make.zone()]
    await make.assign(member, zone)
    expect(await codeOf(look(admin, member.id, zone.id))).toBeUndefined()
    expect(await codeOf(look(admin, member.id))).toBeUndefined()
  })

  it('refuses alike for a stranger and for nobody, and logs neither', async () => {
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
  it('knows nothing of an address that has none', async () => {
    const admin = await make.user({ role: 'admin' })
    expect(
      await call()(admin).security.checkSuspiciousActivity({ userEmail: 'nobody@test.example' }),
    ).toEqual({
      isSuspicious: false,
      userId: null,
      recentFailures: 0,
      totalFailures: 0,
      shouldLock: false,
    })
  })

  it('counts the last 15 minutes and the last day', async () => {
    const [admin, user] = [await make.user({ role: 'admin' }), await make.user()]
    const failure = { event_type: 'login_failed', affected_user_id: user.id }
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await insertEvents(4, { ...failure, created_at: ago(14) })
    await insertEvents(3, { ...failure, created_at: ago(16) })
    await insertEvents(2, { ...failure, created_at: ago(24 * 60 + 1) })
    const check = () =>
      call()(admin).security.checkSuspiciousActivity({ userEmail: ` ${user.email.toUpperCase()}` })
    expect(await check()).toEqual({
      isSuspicious: false,
      userId: user.id,
      recentFailures: 4,
      totalFailures: 7,
      shouldLock: false,
    })
    await insertEvents(6, failure)
    expect(await check()).toMatchObject({ isSuspicious: true, shouldLock: true, recentFailures: 10 })
  })
})

describe('breach notifications', () => {
  it('sent twice are stored and logged once', async () => {
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

  it('name the account they are about, where the sign-ins raised them', async () => {
    const [admin, owner] = await Promise.all([make.user({ role: 'admin' }), make.user({ firstName: 'Odo' })])
    await db.pool.query(
      `insert into data_breach_notifications (description, affected_users_count, severity, account_id)
       values ('Many wrong passwords.', 1, 'high', $1)`,
      [owner.id],
    )
    const { breachNotices } = await call()(admin).security.dashboard()
    expect(breachNotices.find(notice => notice.account?.id === owner.id)).toMatchObject({
      account: { name: 'Odo Test' },
      createdBy: null,
    })
  })

  it('are stored, answered and logged, the newest first on the dashboard', async () => {
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
    const { breachNotices } = await call()(admin).security.dashboard()
    expect(breachNotices.slice(0, 2).map(notice => notice.id)).toEqual([second.id, first.id])
    const { events } = await call()(admin).security.events({ type: 'data_breach_notification_created' })
    expect(events.find(event => event.metadata.notificationId === first.id)).toMatchObject({
      severity: 'critical',
      actor: { id: admin.id, name: 'Ada Test' },
    })
  })
})

describe('the dashboard', () => {
  it('counts what happened in the last 24 hours and names suspicious accounts', async () => {
    const [admin, user, calm] = [await make.user({ role: 'admin' }), await make.user(), await make.user()]
    const figures = async () => (await call()(admin).security.dashboard()).last24Hours
    const before = await figures()
    const monitoring = createLoginMonitoring(db, 'a secret of the tests, long enough')
    const client = { ip: '203.0.113.9', userAgent: 'x' }
    for (let n = 0; n < 6; n++) await monitoring.failed({ ...client, email: user.email })
    await monitoring.failed({ ...client, email: calm.email })
    await monitoring.failed({ ...client, email: 'nobody at all' })
    await monitoring.signedIn({ ...client, userId: user.id })
    await insertEvents(2, { event_type: 'zone_pin_failed' })
    await call()(user).security.logLocationAccess({ accessedUserId: user.id, accessType: 'x' })
    await insertEvents(3, {
      event_type: 'login_failed',
      created_at: new Date(Date.now() - 86_400_000 - 1_000),
    })
    const after = await figures()
    expect(after).toEqual({
      // Eight failures with one pattern, a sign-in, two PINs, a look.
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

describe('the list of events', () => {
  it('comes in pages, the newest first, without gap or repetition while events are appended', async () => {
    const admin = await make.user({ role: 'admin' })
    await insertEvents(25, { event_type: 'paged_event' })
    const seen: number[] = []
    let before: number | undefined
    do {
      const page = await call()(admin).security.events({ type: 'paged_event', before, limit: 10 })
      seen.push(...page.events.map(event => event.number))
      before = page.next ?? undefined
      await insertEvents(3, { event_type: 'paged_event' })
    } while (before !== undefined)
    expect(seen).toHaveLength(25)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
  })

  it('has no next page after one that is exactly full', async () => {
    const admin = await make.user({ role: 'admin' })
    await insertEvents(5, { event_type: 'five_events' })
    const { events, next } = await call()(admin).security.events({ type: 'five_events', limit: 5 })
    expect([events.length, next]).toEqual([5, null])
  })

  it('filters by severity, person, text and time, all at once', async () => {
    const [admin, person] = [await make.user({ role: 'admin' }), await make.user({ firstName: 'Ines' })]
    const at = new Date('2026-03-01T10:00:00.000Z')
    const later = new Date(at.getTime() + 1)
    const fit = {
      event_type: 'filtered',
      description: '100% of_it \\ done',
      severity: 'high',
      affected_user_id: person.id,
      created_at: at,
    }
    await insertEvents(1, fit)
    await insertEvents(1, { ...fit, severity: 'low' })
    await insertEvents(1, { ...fit, affected_user_id: null })
    await insertEvents(1, { ...fit, description: '100 percent of it' })
    await insertEvents(1, { ...fit, created_at: later })
    await insertEvents(1, { ...fit, created_at: new Date(at.getTime() - 1) })
    const { events } = await call()(admin).security.events({
      severity: 'high',
      userId: person.id,
      search: '0% OF_it \\',
      from: at.toISOString(),
      to: later.toISOString(),
    })
    expect(events).toMatchObject([
      {
        type: 'filtered',
        createdAt: at.toISOString(),
        affected: { id: person.id, name: 'Ines Test' },
        actor: null,
      },
    ])
    const byType = await call()(admin).security.events({ search: 'FILTER', severity: 'low' })
    expect(byType.events).toHaveLength(1)
    const byActor = await call()(admin).security.events({ userId: admin.id })
    expect(byActor.events).toEqual([])
  })

  it('keeps the events of a person who is no longer there, without a name', async () => {
    const admin = await make.user({ role: 'admin' })
    const gone = uuidV7()
    await insertEvents(1, { event_type: 'of_old', actor_id: gone })
    const { events } = await call()(admin).security.events({ type: 'of_old' })
    expect(events).toMatchObject([{ actor: { id: gone, name: null } }])
  })
})

describe('the export', () => {
  it('holds the filtered events, disarms formulas, and is logged', async () => {
    const [admin, person] = [await make.user({ role: 'admin' }), await make.user({ firstName: '@SUM(A1)' })]
    const at = new Date('2026-03-02T10:00:00.000Z')
    await insertEvents(1, {
      event_type: 'exported',
      description: '=HYPERLINK("http://x"), "here"',
      actor_id: person.id,
      metadata: JSON.stringify({ a: 1 }),
      created_at: at,
    })
    await insertEvents(1, { event_type: 'exported', description: '-1+1', created_at: at })
    const { csv, rows, fileName } = await call()(admin).security.eventsCsv({ type: 'exported' })
    const lines = csv.split('\r\n')
    expect(rows).toBe(2)
    expect(fileName).toMatch(/^security-events-\d{4}-\d\d-\d\d\.csv$/)
    expect(lines[0]).toBe(
      'number,time,type,severity,description,actor id,actor name,affected id,affected name,metadata',
    )
    expect(lines[1]).toMatch(/^\d+,2026-03-02T10:00:00.000Z,exported,info,'-1\+1,,,,,\{\}$/)
    expect(lines[2]).toContain(
      `info,"'=HYPERLINK(""http://x""), ""here""",${person.id},'@SUM(A1) Test,,,"{""a"":1}"`,
    )
    expect(lines.slice(3)).toEqual([''])
    const { events } = await call()(admin).security.events({
      type: 'security_log_exported',
      userId: admin.id,
    })
    expect(events).toMatchObject([{ metadata: { rows: 2, filter: { type: 'exported' } } }])
  })

  it('goes over its pages without losing a row, and ends at its limit', async () => {
    await insertEvents(4_500, { event_type: 'bulk' })
    const [all, some] = await db.asOwner('a test', async tx => [
      await exportEvents(tx, { type: 'bulk' }),
      await exportEvents(tx, { type: 'bulk' }, 2_100),
    ])
    expect([all?.rows, some?.rows]).toEqual([4_500, 2_100])
    const numbers = (all?.csv ?? '')
      .split('\r\n')
      .slice(1, -1)
      .map(line => Number(line.split(',')[0]))
    expect(new Set(numbers).size).toBe(4_500)
  })
})

describe('the verification', () => {
  it('finds the log of all these tests intact', async () => {
    const admin = await make.user({ role: 'super_admin' })
    const answer = await call()(admin).security.verifyChain()
    expect(answer).toEqual({ events: expect.any(Number), intact: true, firstBroken: null, problem: null })
    expect(answer.events).toBeGreaterThan(4_500)
  })
})
