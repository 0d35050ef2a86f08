import { msg } from '@lingui/core/runtime-macro'
import type { Severity } from '@muster/domain/severity.ts'
import { v7 as uuidV7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { readCsvFile } from '../../lib/testing/read-csv-file.ts'
import { translate } from '../../lib/texts/testing/translate.ts'
import { createCaller, readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { exportEvents } from './export-events.ts'
import { securityProcedures } from './security.procedures.ts'
import { insertEvents, readEvent } from './testing/events.ts'
import { verifyChain } from './verify-chain.ts'

const { db, make } = testDatabase()
const createTestCaller = () =>
  createCaller(
    {
      security: securityProcedures({ verify: () => verifyChain(db) }),
    },
    db,
  )

describe('writing to the log directly in SQL', () => {
  const appendEvent = (person: TestUser, event_type: string, severity: Severity, affectedUser?: TestUser) =>
    db.asActor({ userId: person.id, sessionId: person.sessionId }, tx =>
      tx
        .insertInto('security_events')
        .values({
          event_type,
          severity,
          description: 'x',
          actor_id: person.id,
          affected_user_id: affectedUser?.id ?? null,
        })
        .execute(),
    )

  it('allows a person only the entries that the server writes for them', async () => {
    const [person, otherPerson] = [await make.user({ role: 'zone_manager_rw' }), await make.user()]
    for (const [type, severity, affectedUser] of [
      ['security_log_broken', 'critical'],
      ['security_log_broken', 'info'],
      ['sign_in_failed', 'info'],
      ['zone_pin_failed', 'low', person],
      ['data_breach_notification_created', 'info'],
      ['user_data_cleanup', 'info'],
      ['user_action_', 'info'],
      ['user_action_x', 'critical'],
      ['user_action_x', 'info', otherPerson],
      ['location_access', 'high', otherPerson],
    ] as const)
      await expect(
        appendEvent(person, type, severity, affectedUser),
        `${type} ${severity}`,
      ).rejects.toMatchObject({
        code: '42501',
      })
    await appendEvent(person, 'user_action_x', 'info', person)
    await appendEvent(person, 'data_access', 'info')
    await appendEvent(person, 'location_access', 'info', otherPerson)
    await appendEvent(person, 'location_access', 'info')
  })

  it('allows an internal admin to set a severity only for a breach', async () => {
    const admin = await make.user({ role: 'admin' })
    await expect(appendEvent(admin, 'security_log_broken', 'critical')).rejects.toMatchObject({
      code: '42501',
    })
    await appendEvent(admin, 'data_breach_notification_created', 'critical')
    await appendEvent(admin, 'reviewed_access', 'info')
  })
})

describe('logging an event', () => {
  it.each(['app_user', 'zone_manager_ro', 'client_admin', 'worker'] as const)(
    'allows a %s to log their own actions and views',
    async role => {
      const person = await make.user({ role })
      for (const type of ['user_action_file_opened', 'data_access']) {
        const { id } = await createTestCaller()(person).security.logEvent({
          type,
          description: 'Opened a file.',
          affectedUserId: person.id,
          metadata: { file: 'plan.pdf' },
        })
        expect(await readEvent(db, id)).toMatchObject({
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
      expect(await readCode(createTestCaller()(person).security.logEvent({ type, description: 'x' }))).toBe(
        'FORBIDDEN',
      )
    },
  )

  it('allows only internal admins to log about others, with any type', async () => {
    const [person, admin] = [await make.user(), await make.user({ role: 'admin' })]
    const accessEvent = { type: 'data_access', description: 'x', affectedUserId: admin.id }
    expect(await readCode(createTestCaller()(person).security.logEvent(accessEvent))).toBe('FORBIDDEN')
    const { id } = await createTestCaller()(admin).security.logEvent({
      type: 'incident_closed',
      description: 'x',
      affectedUserId: person.id,
    })
    expect(await readEvent(db, id)).toMatchObject({ actor_id: admin.id, affected_user_id: person.id })
  })

  it('answers BAD_REQUEST to metadata that is too long or cannot be stored', async () => {
    const person = await make.user()
    const logEvent = (metadata: Record<string, unknown>) =>
      readCode(
        createTestCaller()(person).security.logEvent({ type: 'data_access', description: 'x', metadata }),
      )
    expect(await logEvent({ text: 'x'.repeat(4_001) })).toBe('BAD_REQUEST')
    expect(await logEvent({ text: 'x'.repeat(3_900) })).toBeUndefined()
  })
})

describe('the list of events', () => {
  it('is paged, newest first, without gaps or duplicates while events are appended', async () => {
    const admin = await make.user({ role: 'admin' })
    await insertEvents(db, 25, { event_type: 'paged_event' })
    const eventNumbers: number[] = []
    let cursor: string | undefined
    do {
      const page = await createTestCaller()(admin).security.events({ type: 'paged_event', cursor, limit: 10 })
      eventNumbers.push(...page.rows.map(event => event.number))
      cursor = page.next ?? undefined
      await insertEvents(db, 3, { event_type: 'paged_event' })
    } while (cursor !== undefined)
    expect(eventNumbers).toHaveLength(25)
    expect(eventNumbers).toEqual([...new Set(eventNumbers)].sort((a, b) => b - a))
  })

  it('has no next page after one that is exactly full', async () => {
    const admin = await make.user({ role: 'admin' })
    await insertEvents(db, 5, { event_type: 'five_events' })
    const { rows: events, next } = await createTestCaller()(admin).security.events({
      type: 'five_events',
      limit: 5,
    })
    expect([events.length, next]).toEqual([5, null])
  })

  it('can be filtered by severity, person, text and time together', async () => {
    const [admin, person] = [await make.user({ role: 'admin' }), await make.user({ firstName: 'Ines' })]
    const at = new Date('2026-03-01T10:00:00.000Z')
    const afterRange = new Date(at.getTime() + 1)
    const matchingEvent = {
      event_type: 'filtered',
      description: '100% of_it \\ done',
      severity: 'high',
      affected_user_id: person.id,
      created_at: at,
    }
    await insertEvents(db, 1, matchingEvent)
    await insertEvents(db, 1, { ...matchingEvent, severity: 'low' })
    await insertEvents(db, 1, { ...matchingEvent, affected_user_id: null })
    await insertEvents(db, 1, { ...matchingEvent, description: '100 percent of it' })
    await insertEvents(db, 1, { ...matchingEvent, created_at: afterRange })
    await insertEvents(db, 1, { ...matchingEvent, created_at: new Date(at.getTime() - 1) })
    const { rows: events } = await createTestCaller()(admin).security.events({
      severity: 'high',
      userId: person.id,
      search: '0% OF_it \\',
      from: at.toISOString(),
      to: afterRange.toISOString(),
    })
    expect(events).toMatchObject([
      {
        type: 'filtered',
        createdAt: at.toISOString(),
        affected: { id: person.id, name: 'Ines Test' },
        actor: null,
      },
    ])
    const lowSeverityPage = await createTestCaller()(admin).security.events({
      search: 'FILTER',
      severity: 'low',
    })
    expect(lowSeverityPage.rows).toHaveLength(1)
    const adminPage = await createTestCaller()(admin).security.events({ userId: admin.id })
    expect(adminPage.rows).toEqual([])
  })

  it('keeps the events of a deleted person, without a name', async () => {
    const admin = await make.user({ role: 'admin' })
    const missingId = uuidV7()
    await insertEvents(db, 1, { event_type: 'of_old', actor_id: missingId })
    const { rows: events } = await createTestCaller()(admin).security.events({ type: 'of_old' })
    expect(events).toMatchObject([{ actor: { id: missingId, name: null } }])
  })
})

describe('the export', () => {
  it('contains the filtered events, disarms formulas, and is logged', async () => {
    const [admin, person] = [await make.user({ role: 'admin' }), await make.user({ firstName: '@SUM(A1)' })]
    const at = new Date('2026-03-02T10:00:00.000Z')
    await insertEvents(db, 1, {
      event_type: 'exported',
      description: '=HYPERLINK("http://x"), "here"',
      actor_id: person.id,
      metadata: JSON.stringify({ a: 1 }),
      // The times differ, because with equal times the ids would decide the order.
      created_at: new Date(at.getTime() - 1),
    })
    await insertEvents(db, 1, { event_type: 'exported', description: '-1+1', created_at: at })
    const { csv, rows, fileName } = await readCsvFile(
      createTestCaller()(admin).security.eventsCsv({ type: 'exported' }),
    )
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
    const { rows: events } = await createTestCaller()(admin).security.events({
      type: 'security_log_exported',
      userId: admin.id,
    })
    expect(events).toMatchObject([{ metadata: { rows: 2, filter: { type: 'exported' } } }])
  })

  it('has its headings in the language of its reader', async () => {
    translate(msg`severity`, 'hi', 'गंभीरता')
    const admin = await make.user({ role: 'admin' })
    await db.pool.query(`update user_profiles set language = 'hi' where id = $1`, [admin.id])
    const { csv } = await readCsvFile(createTestCaller()(admin).security.eventsCsv({ type: 'none' }))
    expect(csv).toContain('गंभीरता')
  })

  it('covers all pages without losing a row, and ends at its limit', async () => {
    await insertEvents(db, 4_500, { event_type: 'bulk' })
    const [allEvents, limitedEvents] = await db.asOwner('a test', async tx => [
      await exportEvents(tx, { type: 'bulk' }),
      await exportEvents(tx, { type: 'bulk' }, 2_100),
    ])
    expect([allEvents?.rows, limitedEvents?.rows]).toEqual([4_500, 2_100])
    const eventNumbers = ((await allEvents?.file.body.text()) ?? '')
      .split('\r\n')
      .slice(1, -1)
      .map(line => Number(line.split(',')[0]))
    expect(new Set(eventNumbers).size).toBe(4_500)
  })
})

describe('the verification', () => {
  it('finds the log of all these tests intact', async () => {
    const superAdmin = await make.user({ role: 'super_admin' })
    const verification = await createTestCaller()(superAdmin).security.verifyChain()
    expect(verification).toEqual({
      events: expect.any(Number),
      intact: true,
      firstBroken: null,
      problem: null,
    })
    expect(verification.events).toBeGreaterThan(4_500)
  })
})
