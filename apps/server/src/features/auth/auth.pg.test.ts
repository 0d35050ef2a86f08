import { describe, expect, it } from 'vitest'
import { hashToken } from '../../lib/secrets.ts'
import { readCode } from '../../testing/caller.ts'
import { createTestServices, testServices } from '../../testing/test-services.ts'
import {
  createForm,
  extractToken,
  listMails,
  newAccount as newAccountAt,
  requestResetToken,
  toCredentials,
  type World,
} from './testing/accounts.ts'

const world = testServices()

const newAccount = (at: World = world) => newAccountAt(at)

describe('signing up', () => {
  it('creates a session, a profile with a user code and a PIN, or nothing at all', async () => {
    const { token, email } = await newAccount()
    const me = await world.call({ token }).auth.me()
    expect(me.profile).toMatchObject({
      firstName: 'Kiran',
      role: 'app_user',
      status: 'active',
      email: email.toLowerCase(),
    })
    expect(me.profile?.userCode).toMatch(/^MUS-[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/)
    expect(me.landing).toBe('zone-selection')
    const { rows } = await world.db.pool.query(
      'select u.sign_up, p.pin_hash from auth.users u join entry_pins p on p.user_id = u.id where u.email = $1',
      [email.toLowerCase()],
    )
    expect(rows[0].sign_up).toBeNull()
    expect(rows[0].pin_hash).toMatch(/^\$argon2id\$/)
  })

  it('refuses a taken address in any letter case, even in concurrent sign-ups', async () => {
    const signUpForm = createForm()
    const upperCaseForm = { ...signUpForm, email: signUpForm.email.toUpperCase() }
    const codes = await Promise.all([
      readCode(world.call().auth.signUp(signUpForm)),
      readCode(world.call().auth.signUp(upperCaseForm)),
    ])
    expect(codes.sort()).toEqual(['EMAIL_TAKEN', undefined])
    expect(await readCode(world.call().auth.signUp(signUpForm))).toBe('EMAIL_TAKEN')
  })

  it.each([
    ['a short password', { password: '12345' }, 'Password must be at least 6 characters long.'],
    ['a PIN of three digits', { pin: '123' }, 'PIN must be exactly 4 digits'],
    ['a PIN with a letter', { pin: '12a4' }, 'PIN must contain only numbers'],
    ['no phone', { phone: '' }, 'Phone number is required'],
    ['a phone that is none', { phone: 'call me' }, 'Please enter a valid phone number'],
  ])('refuses %s with its message', async (_, invalidFields, text) => {
    const attempt = world.call().auth.signUp({ ...createForm(), ...invalidFields })
    await expect(attempt).rejects.toMatchObject({ code: 'SIGN_UP_INVALID', message: text })
  })

  it.each([
    ['a date of birth in the year 0', { dateOfBirth: '0000-01-01' }],
    ['a date of birth to come', { dateOfBirth: '2999-01-01' }],
    ['a name with a character that cannot be stored', { firstName: 'Ki\u0000ran' }],
    ['a name with half a character', { lastName: 'Das\ud800' }],
  ])('refuses %s as invalid, not as a taken address', async (_, invalidFields) => {
    expect(await readCode(world.call().auth.signUp({ ...createForm(), ...invalidFields }))).toBe(
      'BAD_REQUEST',
    )
  })

  it('refuses a common password', async () => {
    expect(await readCode(world.call().auth.signUp({ ...createForm(), password: 'password123' }))).toBe(
      'PASSWORD_COMMON',
    )
  })

  it('waits until the address is confirmed when the setting requires it', async () => {
    const strictMuster = await createTestServices({ env: { EMAIL_CONFIRMATION: true } })
    try {
      const signUpForm = createForm()
      expect((await strictMuster.call().auth.signUp(signUpForm)).session).toBeNull()
      const credentials = { email: signUpForm.email, password: signUpForm.password }
      expect(await readCode(strictMuster.call().auth.signIn(credentials))).toBe('EMAIL_NOT_CONFIRMED')
      await strictMuster.mailQueue.settled()
      // A taken address gets the same response; its owner is notified by email.
      expect((await strictMuster.call().auth.signUp(signUpForm)).session).toBeNull()
      // The order of the emails is checked below, so the queue must be empty first.
      await strictMuster.mailQueue.settled()
      await strictMuster.call().auth.resendConfirmation({ email: signUpForm.email })
      await strictMuster.call().auth.resendConfirmation({ email: 'nobody@test.example' })
      const mails = await listMails(strictMuster, signUpForm.email)
      expect(mails.map(mail => /Subject: (.*)/.exec(mail)?.[1])).toEqual([
        'Confirm your email address for Muster',
        'You already have a Muster account',
        'Confirm your email address for Muster',
      ])
      await strictMuster
        .call()
        .auth.confirmEmail({ token: extractToken(mails.at(-1)), password: signUpForm.password })
      expect((await strictMuster.call().auth.signIn(credentials)).session.token).toBeTruthy()
    } finally {
      await strictMuster.stop()
    }
  })
})

describe('an unconfirmed address', () => {
  it('is confirmed by a password reset, because the link was emailed there', async () => {
    const strictMuster = await createTestServices({ env: { EMAIL_CONFIRMATION: true } })
    try {
      const { email, ...rest } = createForm()
      await strictMuster.call().auth.signUp({ email, ...rest })
      const token = await requestResetToken(strictMuster, email)
      await strictMuster.call().auth.resetPassword({ token, password: 'a third horse' })
      const { session } = await strictMuster.call().auth.signIn({ email, password: 'a third horse' })
      expect(session.token).toBeTruthy()
    } finally {
      await strictMuster.stop()
    }
  })
})

/** Returns the number of counted attempts for each IP address. */
async function readTries(): Promise<number[]> {
  const { rows } = await world.db.pool.query<{ tries: number }>(
    `select cardinality(taken) as tries from rate_limits where key like 'address:%'`,
  )
  return rows.map(({ tries }) => tries)
}

/** Simulates four hundred wrong passwords from an IP address. */
async function exhaustAddressLimit(ip: string) {
  const { email } = await newAccount()
  await readCode(world.call(undefined, ip).auth.signIn({ email, password: 'guess' }))
  await world.db.pool.query(
    `update rate_limits set taken = array(select clock_timestamp() from generate_series(1, 400)) where key like 'address:%'`,
  )
}

describe('signing in', () => {
  it('gives the same answer for a wrong password and an unknown address', async () => {
    const { email } = await newAccount()
    const wrongPasswordError = await world
      .call()
      .auth.signIn({ email, password: 'wrong one' })
      .catch(error => error)
    const unknownEmailError = await world
      .call()
      .auth.signIn({ email: 'nobody@test.example', password: 'x' })
      .catch(error => error)
    expect(wrongPasswordError.toJSON()).toEqual(unknownEmailError.toJSON())
    expect(wrongPasswordError.code).toBe('INVALID_CREDENTIALS')
  })

  it('evaluates at most 10 of 200 guesses, and the owner can still sign in on a known device', async () => {
    const { email, password, deviceToken } = await newAccount()
    const codes: (string | undefined)[] = []
    const guesses = Array.from({ length: 200 }, (_, number) => `guess ${number}`)
    // In batches of forty at once, as an attacker would send them.
    for (let start = 0; start < guesses.length; start += 40) {
      const batch = guesses.slice(start, start + 40)
      codes.push(
        ...(await Promise.all(
          batch.map(guess => readCode(world.call().auth.signIn({ email, password: guess }))),
        )),
      )
    }
    expect(codes.filter(code => code === 'INVALID_CREDENTIALS')).toHaveLength(10)
    expect(codes.filter(code => code === 'TOO_MANY_REQUESTS')).toHaveLength(190)
    // The account is limited too, not just the IP address, whose attempts these guesses have used up.
    await world.db.pool.query(`delete from rate_limits where key like 'address%'`)
    expect(await readCode(world.call().auth.signIn({ email, password }))).toBe('TOO_MANY_REQUESTS')
    const device = await world.call().auth.signIn({ email, password, deviceToken })
    expect(device.deviceToken).toBe(deviceToken)
  }, 60_000)

  it('counts refused guesses against the IP address, but not successful sign-ins', async () => {
    const { email } = await newAccount()
    const readTakenPoints = async () => {
      const { rows } = await world.db.pool.query(
        `select cardinality(taken) as tries from rate_limits where key like 'address%'`,
      )
      return rows[0]?.tries ?? 0
    }
    const pointsBefore = await readTakenPoints()
    for (let attempt = 0; attempt < 13; attempt++)
      await readCode(world.call().auth.signIn({ email, password: 'guess' }))
    expect((await readTakenPoints()) - pointsBefore).toBe(13)
    const otherAccount = await newAccount()
    const { deviceToken } = await world
      .call()
      .auth.signIn(toCredentials({ ...otherAccount, deviceToken: undefined }))
    expect((await readTakenPoints()) - pointsBefore).toBe(13)
    // Attempts from known devices do not count against the IP address.
    await readCode(world.call().auth.signIn({ email: otherAccount.email, password: 'guess', deviceToken }))
    expect((await readTakenPoints()) - pointsBefore).toBe(13)
  })

  it('lets a known device sign in when the account has no attempts left at a busy IP address', async () => {
    const { email, password, deviceToken } = await newAccount()
    await exhaustAddressLimit('127.0.0.1')
    const guessPassword = () => readCode(world.call().auth.signIn({ email, password: 'guess' }))
    for (let attempt = 0; attempt < 3; attempt++) expect(await guessPassword()).toBe('INVALID_CREDENTIALS')
    expect(await readCode(world.call().auth.signIn({ email, password }))).toBe('TOO_MANY_REQUESTS')
    expect(await readCode(world.call().auth.signIn({ email, password, deviceToken }))).toBeUndefined()
    await world.db.pool.query(`delete from rate_limits where key like 'address%'`)
  })

  it('accepts the correct password on a new device after guesses at other accounts from the same IP address', async () => {
    const ip = '203.0.113.40'
    const callFromIp = () => world.call(undefined, ip)
    const owner = await newAccount()
    const guessedAccount = await newAccount()
    for (let attempt = 0; attempt < 10; attempt++)
      await readCode(callFromIp().auth.signIn({ email: guessedAccount.email, password: `guess ${attempt}` }))
    expect(await readTries()).toContain(10)
    await exhaustAddressLimit(ip)
    const { email, password } = owner
    expect(await readCode(callFromIp().auth.signIn({ email, password }))).toBeUndefined()
    // Successful sign-ins do not use up attempts.
    for (let attempt = 0; attempt < 4; attempt++)
      expect(await readCode(callFromIp().auth.signIn({ email, password }))).toBeUndefined()
    // Guessing remains possible, but only three times per account and hour, whether or not the account exists.
    for (const email of [(await newAccount()).email, 'nobody-at-all@test.example']) {
      const codes: unknown[] = []
      for (let attempt = 0; attempt < 5; attempt++)
        codes.push(await readCode(callFromIp().auth.signIn({ email, password: `guess ${attempt}` })))
      expect(codes, email).toEqual([
        ...Array(3).fill('INVALID_CREDENTIALS'),
        ...Array(2).fill('TOO_MANY_REQUESTS'),
      ])
    }
    // The attacked account is locked for now.
    expect(
      await readCode(
        callFromIp().auth.signIn({ email: guessedAccount.email, password: guessedAccount.password }),
      ),
    ).toBe('TOO_MANY_REQUESTS')
  })

  it('counts a guess at an unknown account less against the IP address', async () => {
    await world.db.pool.query(`delete from rate_limits where key like 'address%'`)
    for (let attempt = 0; attempt < 60; attempt++)
      await readCode(
        world
          .call(undefined, '203.0.113.41')
          .auth.signIn({ email: `n${attempt}@test.example`, password: 'x' }),
      )
    // One guess in four counts, at random. Fewer than one run in a million falls outside these bounds.
    const [tries = 0] = await readTries()
    expect(tries).toBeGreaterThan(0)
    expect(tries).toBeLessThan(35)
    await world.db.pool.query(`delete from rate_limits where key like 'address%'`)
  }, 60_000)

  it('finishes a second step at a busy IP address where the first step can no longer be attempted', async () => {
    await exhaustAddressLimit('127.0.0.1')
    const finishAttempt = world.call().auth.finishSignIn({ pending: 'x'.repeat(32), code: '123456' })
    expect(await readCode(finishAttempt)).toBe('SIGN_IN_EXPIRED')
    await world.db.pool.query(`delete from rate_limits where key like 'address%'`)
  })

  it('remembers a shared device for both people under one token', async () => {
    const [firstAccount, secondAccount] = [await newAccount(), await newAccount()]
    const sharedSignIn = await world
      .call()
      .auth.signIn(toCredentials({ ...secondAccount, deviceToken: firstAccount.deviceToken }))
    expect(sharedSignIn.deviceToken).toBe(firstAccount.deviceToken)
    const secondSignIn = await world
      .call()
      .auth.signIn(toCredentials({ ...firstAccount, deviceToken: sharedSignIn.deviceToken }))
    expect(secondSignIn.deviceToken).toBe(firstAccount.deviceToken)
    expect(
      (await world.call().auth.signIn(toCredentials({ ...firstAccount, deviceToken: 'made up' })))
        .deviceToken,
    ).not.toBe('made up')
  })

  it.each(['inactive', 'suspended'])(
    'reveals that an account is %s only if the password is correct',
    async status => {
      const { email, password } = await newAccount()
      await world.db.pool.query('update user_profiles set status = $2 where email = $1', [
        email.toLowerCase(),
        status,
      ])
      expect(await readCode(world.call().auth.signIn({ email, password: 'wrong one' }))).toBe(
        'INVALID_CREDENTIALS',
      )
      expect(await readCode(world.call().auth.signIn({ email, password }))).toBe('ACCOUNT_NOT_ACTIVE')
      const { rows } = await world.db.pool.query(
        'select count(*) from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
        [email.toLowerCase()],
      )
      expect(rows[0].count).toBe(0)
    },
  )

  it('takes internal admins and the configured addresses to the dashboard', async () => {
    const adminForm = createForm()
    const otherMuster = await createTestServices({
      env: { LANDING_ADMIN_EMAILS: [adminForm.email.toLowerCase()] },
    })
    try {
      await otherMuster.call().auth.signUp(adminForm)
      const { landing } = await otherMuster.call().auth.signIn(toCredentials(adminForm))
      expect(landing).toBe('super-admin-dashboard')
    } finally {
      await otherMuster.stop()
    }
    const admin = await world.make.user({ role: 'admin' })
    expect((await world.call(admin).auth.me()).landing).toBe('super-admin-dashboard')
  })
})

describe('an unreadable profile', () => {
  it('reports its error code if policies are recursive, because a retry cannot help', async () => {
    const ownMuster = await createTestServices()
    try {
      const { token } = await newAccount(ownMuster)
      await ownMuster.db.pool.query(
        'create policy circle on user_profiles for select to muster_app using (exists (select from user_profiles u where u.id = id))',
      )
      const me = await ownMuster.call({ token }).auth.me()
      expect(me).toMatchObject({ profile: null, profileCode: '42P17' })
    } finally {
      await ownMuster.stop()
    }
  })
})

describe('a session', () => {
  it('ends everywhere on sign-out', async () => {
    const { token } = await newAccount()
    await world.call({ token }).auth.signOut()
    const pendingCalls = [world.call({ token }).auth.me(), world.call({ token }).zones.mine()]
    expect(await Promise.all(pendingCalls.map(readCode))).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED'])
  })

  it('is rejected once it has expired', async () => {
    const { token } = await newAccount()
    await world.db.pool.query(
      `update auth.sessions set expires_at = now() - interval '1 second' where token = $1`,
      [hashToken(token)],
    )
    expect(await readCode(world.call({ token }).auth.me())).toBe('UNAUTHORIZED')
  })

  it('is extended to its full duration when used some time after its last renewal', async () => {
    const { token } = await newAccount()
    await world.db.pool.query(
      `update auth.sessions set expires_at = now() + interval '3 days', updated_at = now() - interval '16 minutes' where token = $1`,
      [hashToken(token)],
    )
    const { session } = await world.call({ token }).auth.me()
    expect(Date.parse(session.expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000)
  })

  it('is listed with the others, and another device can be signed out', async () => {
    const { email, password, token } = await newAccount()
    const secondToken = (await world.call().auth.signIn({ email, password })).session.token
    const { rows: devices } = await world.call({ token }).auth.devices({})
    expect(devices.map(device => device.current)).toEqual([true, false])
    const otherSessionId = devices.find(device => !device.current)?.sessionId ?? ''
    await world.call({ token }).auth.revokeDevice({ sessionId: otherSessionId })
    expect(await readCode(world.call({ token: secondToken }).auth.me())).toBe('UNAUTHORIZED')
    expect(await readCode(world.call({ token }).auth.me())).toBeUndefined()
  })

  it('is listed in pages without duplicates: this device first, then by last use', async () => {
    const { token } = await newAccount()
    const { profile } = await world.call({ token }).auth.me()
    // Timestamps occur twice, so that the id decides the order.
    await world.db.pool.query(
      `insert into auth.sessions (user_id, token, expires_at, updated_at)
       select $1, 'paged ' || gen_random_uuid(), now() + interval '1 day', now() + interval '1 hour' * (n / 2)
       from generate_series(1, 5) n`,
      [profile?.id],
    )
    const firstPage = await world.call({ token }).auth.devices({ limit: 4 })
    const secondPage = await world.call({ token }).auth.devices({ limit: 4, cursor: firstPage.next ?? '' })
    const devices = [...firstPage.rows, ...secondPage.rows]
    expect(devices.map(device => device.current)).toEqual([true, false, false, false, false, false])
    expect(new Set(devices.map(device => device.sessionId)).size).toBe(6)
    const otherLastUses = devices.slice(1).map(device => device.lastUsedAt)
    expect(otherLastUses).toEqual(otherLastUses.toSorted().reverse())
    expect([secondPage.rows.length, secondPage.next]).toEqual([2, null])
  })

  it('cannot be revoked by another person, and its existence does not leak', async () => {
    const [ownAccount, otherAccount] = await Promise.all([newAccount(), newAccount()])
    const { session } = await world.call(otherAccount).auth.me()
    expect(await readCode(world.call(ownAccount).auth.revokeDevice({ sessionId: session.id }))).toBe(
      'NOT_FOUND',
    )
    expect(await readCode(world.call(otherAccount).auth.me())).toBeUndefined()
  })
})
