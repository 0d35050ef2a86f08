import { describe, expect, it } from 'vitest'
import type { TestUser } from '../../testing/factories.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { createLoginMonitoring } from './login-monitoring.ts'
import { verifyChain } from './verify-chain.ts'

const { db, make } = testDatabase({ size: 20 })
const clientInfo = { ip: '203.0.113.9', userAgent: 'Browser/1.0' }
const createMonitoring = (secret = 'a secret of the tests, long enough') => createLoginMonitoring(db, secret)

const failSignIn = ({ email }: { email: string }) => createMonitoring().failed({ ...clientInfo, email })
async function failSignIns(user: TestUser, times: number) {
  for (let n = 0; n < times; n++) await failSignIn(user)
}
/** Inserts past events about the user's sign-ins, by default failed ones. */
async function insertPastEvents(user: TestUser, minutesAgo: number, times = 1, type = 'login_failed') {
  await db.pool.query(
    `insert into security_events (event_type, description, affected_user_id, severity, created_at)
     select $2, '-', $1, 'low', now() - make_interval(mins => $3) from generate_series(1, $4)`,
    [user.id, type, minutesAgo, times],
  )
}
async function countEvents(user: TestUser): Promise<Record<string, number>> {
  const { rows } = await db.pool.query(
    'select event_type, count(*) from security_events where affected_user_id = $1 group by 1',
    [user.id],
  )
  return Object.fromEntries(rows.map(row => [row.event_type, row.count]))
}
async function listNotices(user: TestUser) {
  const { rows } = await db.pool.query(
    'select * from data_breach_notifications where account_id = $1 order by created_at',
    [user.id],
  )
  return rows
}

describe('a sign-in', () => {
  it('is logged once per account and reason while refusals continue', async () => {
    const [user, otherUser] = [await make.user(), await make.user()]
    const monitor = createMonitoring()
    for (let n = 0; n < 5; n++) {
      await monitor.refused({ ...clientInfo, email: user.email, reason: 'not_active' })
      await monitor.refused({ ...clientInfo, email: user.email, reason: 'account_limit' })
    }
    await monitor.refused({ ...clientInfo, email: otherUser.email, reason: 'not_confirmed' })
    expect(await countEvents(user)).toEqual({ login_refused: 2 })
    expect(await countEvents(otherUser)).toEqual({ login_refused: 1 })
  })

  it('is logged once per IP address while it is refused, whatever email addresses were typed', async () => {
    const monitor = createMonitoring()
    for (let n = 0; n < 5; n++)
      await monitor.refused({
        ...clientInfo,
        ip: '192.0.2.77',
        email: `a${n}@b.example`,
        reason: 'address_limit',
      })
    const { rowCount } = await db.pool.query(
      `select from security_events where event_type = 'login_refused' and metadata ->> 'ip' = '192.0.2.77'`,
    )
    expect(rowCount).toBe(1)
  })

  it('is logged up to a limit while it succeeds repeatedly, and the last entry says that further ones are summarised', async () => {
    const user = await make.user()
    for (let n = 0; n < 30; n++) await createMonitoring().signedIn({ ...clientInfo, userId: user.id })
    expect(await countEvents(user)).toEqual({ login_successful: 20 })
    const { rows } = await db.pool.query(
      `select from security_events where affected_user_id = $1 and metadata ? 'gatheredUntil'`,
      [user.id],
    )
    expect(rows).toHaveLength(1)
  })

  it("is logged as the person's action when it succeeds", async () => {
    const user = await make.user()
    await createMonitoring().signedIn({ ...clientInfo, userId: user.id })
    const { rows } = await db.pool.query('select * from security_events where actor_id = $1', [user.id])
    expect(rows).toMatchObject([
      { event_type: 'login_successful', severity: 'info', affected_user_id: user.id, metadata: clientInfo },
    ])
  })

  it('is logged for the account when it fails, in any spelling of the address', async () => {
    const user = await make.user()
    await failSignIn({ email: ` ${user.email.toUpperCase()} ` })
    const { rows } = await db.pool.query('select * from security_events where affected_user_id = $1', [
      user.id,
    ])
    expect(rows).toMatchObject([
      { event_type: 'login_failed', actor_id: null, severity: 'low', metadata: clientInfo },
    ])
  })

  it('stores only a repeatable hash when it fails for an unknown address', async () => {
    const typedPassword = 'Correct-Horse-7!'
    await failSignIn({ email: typedPassword })
    await failSignIn({ email: `${typedPassword.toLowerCase()} ` })
    await failSignIn({ email: 'another' })
    const { rows } = await db.pool.query(
      `select *, to_jsonb(e)::text as whole from security_events e
       where event_type = 'login_failed' and affected_user_id is null order by created_at, id`,
    )
    expect(rows).toHaveLength(3)
    for (const row of rows) {
      expect(row.whole.toLowerCase()).not.toMatch(/correct|horse|another/)
      expect(row.metadata).toEqual({
        ip: clientInfo.ip,
        addressHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      })
    }
    const hashes = rows.map(row => row.metadata.addressHash)
    expect(hashes[0]).toBe(hashes[1])
    expect(hashes[0]).not.toBe(hashes[2])
    await createMonitoring('another secret').failed({ ...clientInfo, email: typedPassword })
    const otherSaltResult = await db.pool.query(
      `select count(*) from security_events where metadata ->> 'addressHash' = $1`,
      [hashes[0]],
    )
    expect(otherSaltResult.rows[0].count).toBe(2)
  })

  it('is logged whatever characters the email address and the browser name contain', async () => {
    const user = await make.user()
    await createMonitoring().failed({ ...clientInfo, email: 'a\0b\ud83d' })
    await createMonitoring().failed({
      ip: clientInfo.ip,
      email: user.email,
      userAgent: `${'x'.repeat(399)}🙂\0`,
    })
    expect(await countEvents(user)).toEqual({ login_failed: 1 })
  })
})

describe('a suspicious pattern', () => {
  it('is logged at the fifth failure, and only once while it continues', async () => {
    const user = await make.user()
    await failSignIns(user, 4)
    expect(await countEvents(user)).toEqual({ login_failed: 4 })
    await failSignIns(user, 1)
    expect(await countEvents(user)).toEqual({ login_failed: 5, suspicious_login_pattern_detected: 1 })
    await failSignIns(user, 3)
    expect(await countEvents(user)).toEqual({ login_failed: 8, suspicious_login_pattern_detected: 1 })
  })

  it('is logged again once the last entry is more than 15 minutes old', async () => {
    const [overLimit, withinLimit] = [await make.user(), await make.user()]
    for (const user of [overLimit, withinLimit]) await insertPastEvents(user, 5, 5)
    await insertPastEvents(overLimit, 16, 1, 'suspicious_login_pattern_detected')
    await insertPastEvents(withinLimit, 14, 1, 'suspicious_login_pattern_detected')
    await Promise.all([failSignIn(overLimit), failSignIn(withinLimit)])
    expect((await countEvents(overLimit)).suspicious_login_pattern_detected).toBe(2)
    expect((await countEvents(withinLimit)).suspicious_login_pattern_detected).toBe(1)
  })

  it('is also logged at the tenth failure of a day, not counting earlier days', async () => {
    const [slowUser, oldUser] = [await make.user(), await make.user()]
    await insertPastEvents(slowUser, 23 * 60, 9)
    await insertPastEvents(oldUser, 25 * 60, 9)
    await Promise.all([failSignIn(slowUser), failSignIn(oldUser)])
    expect(await countEvents(slowUser)).toEqual({ login_failed: 10, suspicious_login_pattern_detected: 1 })
    expect(await countEvents(oldUser)).toEqual({ login_failed: 10 })
    expect(await listNotices(slowUser)).toEqual([])
  })

  it('is not caused by failures that a person logged manually', async () => {
    const [user, admin] = [await make.user(), await make.user({ role: 'admin' })]
    await db.pool.query(
      `insert into security_events (event_type, description, actor_id, affected_user_id)
       select 'login_failed', '-', $1, $2 from generate_series(1, 20)`,
      [admin.id, user.id],
    )
    await failSignIn(user)
    expect(await countEvents(user)).toEqual({ login_failed: 21 })
  })
})

describe('the recommendation to lock', () => {
  it('is made at the tenth failure within 15 minutes, with high severity', async () => {
    const user = await make.user()
    await failSignIns(user, 9)
    expect(await listNotices(user)).toEqual([])
    await failSignIns(user, 1)
    expect(await listNotices(user)).toMatchObject([
      {
        severity: 'high',
        affected_users_count: 1,
        created_by: null,
        metadata: { userId: user.id, recommendation: 'account_lockout', recentFailures: 10 },
      },
    ])
    expect((await countEvents(user)).data_breach_notification_created).toBe(1)
  })

  it('is repeated after an hour and not before', async () => {
    const [overLimit, withinLimit] = [await make.user(), await make.user()]
    for (const [user, minutes] of [[overLimit, 61] as const, [withinLimit, 59] as const]) {
      await insertPastEvents(user, 5, 9)
      await db.pool.query(
        `insert into data_breach_notifications (description, affected_users_count, severity, account_id, created_at)
         values ('-', 1, 'high', $1, now() - make_interval(mins => $2))`,
        [user.id, minutes],
      )
    }
    await Promise.all([failSignIn(overLimit), failSignIn(withinLimit)])
    expect(await listNotices(overLimit)).toHaveLength(2)
    expect(await listNotices(withinLimit)).toHaveLength(1)
  })

  it('is written once, together with the pattern, however many sign-ins fail at the same time', async () => {
    const [firstUser, otherUser] = [await make.user(), await make.user()]
    await Promise.all(Array.from({ length: 40 }, (_, n) => failSignIn(n % 2 ? firstUser : otherUser)))
    for (const user of [firstUser, otherUser]) {
      expect(await countEvents(user)).toEqual({
        login_failed: 20,
        suspicious_login_pattern_detected: 1,
        data_breach_notification_created: 1,
      })
      expect(await listNotices(user)).toHaveLength(1)
    }
    expect(await verifyChain(db)).toMatchObject({ intact: true })
  })
})
