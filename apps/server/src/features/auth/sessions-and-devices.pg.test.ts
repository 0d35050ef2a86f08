import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFeedAccess } from '../../app/feed-access.ts'
import { hashSecret } from '../../rpc/hashing.ts'
import { readCode } from '../../testing/caller.ts'
import { createTestServices, testServices } from '../../testing/test-services.ts'
import { readPasswordHashByEmail } from './auth.queries.ts'
import { isKnownDevice } from './known-devices.queries.ts'
import { storeSession } from './store-session.ts'
import {
  type Credentials,
  countSessions,
  listMails,
  newAccount,
  requestResetToken,
  toCredentials,
} from './testing/accounts.ts'

const world = testServices()
beforeEach(() => world.db.pool.query('delete from rate_limits'))

const signIn = (account: Credentials) => world.call().auth.signIn(toCredentials(account))
const isKnown = (email: string, token: string | null) =>
  isKnownDevice(world.db, email.toLowerCase(), token ?? '')
const readUserId = async (email: string): Promise<string> =>
  (await world.db.pool.query('select id from auth.users where email = $1', [email.toLowerCase()])).rows[0].id

/** Keeps signing in with the password, six at a time, while `work` runs and a little longer. */
async function runDuringSignIn(account: { email: string; password: string }, work: () => Promise<unknown>) {
  let isOver = false
  const { email, password } = account
  const signInLoops = Array.from({ length: 6 }, async (_, index) => {
    await setTimeout(index * 7)
    while (!isOver) {
      await readCode(signIn({ email, password }))
      await world.db.pool.query('delete from rate_limits')
    }
  })
  await setTimeout(150)
  await work().finally(async () => {
    await setTimeout(50)
    isOver = true
    await Promise.all(signInLoops)
  })
}

describe('a session opened with the old password', () => {
  it('does not survive a change of the password, however close the timing', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 3; round++) {
      const account = await newAccount(world)
      const { token, email, password } = account
      await runDuringSignIn(account, () =>
        world
          .call({ token })
          .auth.changePassword({ currentPassword: password, newPassword: 'another horse' }),
      )
      expect(await countSessions(world, email)).toBe(1)
      expect(await readCode(world.call({ token }).auth.me())).toBeUndefined()
      await world.db.pool.query('delete from rate_limits')
    }
  })

  it('does not survive a reset, however close the timing', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 3; round++) {
      const account = await newAccount(world)
      const token = await requestResetToken(world, account.email)
      await runDuringSignIn(account, () =>
        world.call().auth.resetPassword({ token, password: 'another horse' }),
      )
      expect(await countSessions(world, account.email)).toBe(0)
    }
  })

  it('is not kept while a change is uncommitted: the sign-in waits and is refused', async () => {
    const { email, password } = await newAccount(world)
    const verifiedHash = await readPasswordHashByEmail(world.db, email.toLowerCase())
    const client = await world.db.pool.connect()
    try {
      await client.query('begin')
      await client.query('update auth.accounts set password = $2 where user_id = $1', [
        await readUserId(email),
        await hashSecret('another horse'),
      ])
      // The change does not see this session yet, and the verification does not see the uncommitted change.
      const { token: handle, user } = await world.services.auth.library.api.signInEmail({
        body: { email, password },
      })
      const storeAttempt = storeSession(world.db, {
        userId: user.id,
        handle,
        verified: verifiedHash,
        deviceToken: undefined,
      })
      await vi.waitFor(
        async () => {
          const { rows } = await world.db.pool.query(
            `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          expect(rows[0].count).toBe(1)
        },
        { timeout: 5_000 },
      )
      await client.query('commit')
      expect(await storeAttempt).toBe('refused')
    } finally {
      client.release()
    }
    expect(await countSessions(world, email)).toBe(0)
  })
})

describe('the token of a session', () => {
  it('is not stored, and the stored value opens nothing', async () => {
    const account = await newAccount(world)
    const { session } = await signIn({ ...account, deviceToken: undefined })
    const { rows } = await world.db.pool.query<{ token: string }>(
      'select token from auth.sessions where user_id = $1',
      [await readUserId(account.email)],
    )
    const storedTokens = rows.map(row => row.token)
    expect(storedTokens).toHaveLength(2)
    for (const token of [account.token, session.token]) {
      expect(storedTokens).not.toContain(token)
      expect(await readCode(world.call({ token }).auth.me())).toBeUndefined()
    }
    for (const token of storedTokens)
      expect(await readCode(world.call({ token }).auth.me())).toBe('UNAUTHORIZED')
  })

  it("differs from the library's own token, both before and after replacement", async () => {
    const { email, password } = await newAccount(world)
    const { token: handle, user } = await world.services.auth.library.api.signInEmail({
      body: { email, password },
    })
    const readMeByHandle = () => readCode(world.call({ token: handle }).auth.me())
    expect(await readMeByHandle()).toBe('UNAUTHORIZED')
    const verifiedHash = await readPasswordHashByEmail(world.db, email.toLowerCase())
    const session = await storeSession(world.db, {
      userId: user.id,
      handle,
      verified: verifiedHash,
      deviceToken: undefined,
    })
    if (typeof session === 'string' || 'pending' in session) throw new Error('not kept')
    expect(await readMeByHandle()).toBe('UNAUTHORIZED')
    expect(await readCode(world.call(session).auth.me())).toBeUndefined()
  })
})

describe('a password', () => {
  it('reset ends all sessions, even when the security log cannot be written', async () => {
    const brokenMuster = await createTestServices()
    try {
      const { email, token } = await newAccount(brokenMuster)
      const resetToken = await requestResetToken(brokenMuster, email)
      await brokenMuster.db.pool.query(`create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'the log is full'; end $$;
        create trigger refuse before insert on security_events for each row execute function refuse()`)
      const resetResult = await brokenMuster
        .call()
        .auth.resetPassword({ token: resetToken, password: 'another horse' })
      expect(resetResult.deviceToken).toBeTruthy()
      expect(await readCode(brokenMuster.call({ token }).auth.me())).toBe('UNAUTHORIZED')
    } finally {
      await brokenMuster.stop()
    }
  })

  it('change keeps only the device known that made it', async () => {
    const account = await newAccount(world)
    const otherSession = await signIn({ ...account, deviceToken: undefined })
    await world
      .call(account)
      .auth.changePassword({ currentPassword: account.password, newPassword: 'another horse' })
    expect(await isKnown(account.email, account.deviceToken)).toBe(true)
    expect(await isKnown(account.email, otherSession.deviceToken)).toBe(false)
  })

  it('change succeeds only once when the old password is used twice concurrently', async () => {
    const { email, password, token } = await newAccount(world)
    const secondSession = (await signIn({ email, password })).session
    const changePassword = (at: { token: string }, newPassword: string) =>
      readCode(world.call(at).auth.changePassword({ currentPassword: password, newPassword }))
    const codes = await Promise.all([
      changePassword({ token }, 'first horse'),
      changePassword(secondSession, 'second horse'),
    ])
    expect(codes.filter(code => code === undefined)).toHaveLength(1)
    expect(await countSessions(world, email)).toBe(1)
  })

  it('entered wrongly while signed in is recorded in the security log', async () => {
    const { email, password, token } = await newAccount(world)
    const caller = world.call({ token })
    await readCode(caller.auth.changePassword({ currentPassword: 'wrong one', newPassword: 'another horse' }))
    await readCode(caller.settings.changePin({ password: 'wrong too', pin: '1234' }))
    await caller.settings.changePin({ password, pin: '1234' })
    const id = await readUserId(email)
    const { rows } = await world.db.pool.query(
      `select actor_id, affected_user_id, severity from security_events
       where event_type = 'own_password_failed' and affected_user_id = $1`,
      [id],
    )
    const event = { actor_id: id, affected_user_id: id, severity: 'low' }
    expect(rows).toEqual([event, event])
  })
})

describe('a device', () => {
  it('is forgotten when it is revoked', async () => {
    const account = await newAccount(world)
    const otherSession = await signIn({ ...account, deviceToken: undefined })
    const { session } = await world.call(otherSession.session).auth.me()
    await world.call(account).auth.revokeDevice({ sessionId: session.id })
    expect(await isKnown(account.email, otherSession.deviceToken)).toBe(false)
    expect(await isKnown(account.email, account.deviceToken)).toBe(true)
  })

  it('stays known when an older session of the same device is revoked', async () => {
    const account = await newAccount(world)
    const secondSignIn = await signIn(account)
    const { session } = await world.call(account).auth.me()
    await world.call(secondSignIn.session).auth.revokeDevice({ sessionId: session.id })
    expect(await isKnown(account.email, account.deviceToken)).toBe(true)
  })

  it('leaves neither its secret nor that of an emailed link in the database', async () => {
    const account = await newAccount(world)
    await readCode(signIn({ ...account, password: 'wrong one' }))
    const resetToken = await requestResetToken(world, account.email)
    const { rows } = await world.db.pool.query(`select key as text from rate_limits
      union all select identifier || value from auth.verifications`)
    expect(rows.some(row => row.text.startsWith('device:'))).toBe(true)
    for (const { text } of rows) {
      expect(text).not.toContain(account.deviceToken)
      expect(text).not.toContain(resetToken)
    }
    expect(
      await readCode(world.call().auth.resetPassword({ token: resetToken, password: 'a good horse' })),
    ).toBe(undefined)
  })

  it('or session over the limit ends the least recently used one', async () => {
    const account = await newAccount(world)
    const id = await readUserId(account.email)
    await world.db.pool.query(
      `insert into auth.sessions (token, user_id, expires_at, updated_at)
       select 'old ' || $1 || n, $1::uuid, now() + interval '1 day', now() - n * interval '1 hour' from generate_series(1, 120) n`,
      [id],
    )
    await world.db.pool.query(
      `insert into known_devices (user_id, token_hash, last_used_at)
       select $1, sha256(convert_to('old ' || n, 'utf8')), now() - n * interval '1 hour' from generate_series(1, 60) n`,
      [id],
    )
    const { session, deviceToken } = await signIn({ ...account, deviceToken: undefined })
    expect(await countSessions(world, account.email)).toBe(100)
    const { rows } = await world.db.pool.query('select count(*) from known_devices where user_id = $1', [id])
    expect(rows[0].count).toBe(50)
    // The most recently used devices remain.
    expect(await isKnown(account.email, deviceToken)).toBe(true)
    expect(await isKnown(account.email, 'old 48')).toBe(true)
    expect(await isKnown(account.email, 'old 49')).toBe(false)
    for (const token of [session.token, account.token])
      expect(await readCode(world.call({ token }).auth.me())).toBeUndefined()
  })
})

it('a sign-in is announced only to the person', async () => {
  const account = await newAccount(world)
  const { session } = await signIn(account)
  const me = await world.call(session).auth.me()
  const { rows } = await world.db.pool.query(
    `select topic, payload from feed_events where kind = 'session.started' and topic = $1`,
    [`user:${me.user.id}`],
  )
  expect(rows).toEqual([
    { topic: `user:${me.user.id}`, payload: { userId: me.user.id, sessionId: me.session.id } },
  ])
  const linkTo = (path: string) => path
  const event = { kind: 'session.started' as const, userId: me.user.id, sessionId: me.session.id }
  const access = createFeedAccess(world.db, () => linkTo)
  expect(access.maySee({ userId: me.user.id, role: null, linkTo }, event)).toBe(true)
  const superAdmin = await world.make.user({ role: 'super_admin' })
  expect(access.maySee({ userId: superAdmin.id, role: 'super_admin', linkTo }, event)).toBe(false)
})

it('emails greet with the current name', async () => {
  const { email, token } = await newAccount(world)
  await world.call({ token }).settings.updateProfile({ firstName: 'Asha' })
  await world.db.pool.query('update auth.users set email_verified = true where id = $1', [
    await readUserId(email),
  ])
  await requestResetToken(world, email)
  expect((await listMails(world, email)).at(-1)).toContain('Hello Asha Das,')
})
