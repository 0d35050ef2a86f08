import { beforeEach, describe, expect, it } from 'vitest'
import { readCode } from '../../../testing/caller.ts'
import { testServices } from '../../../testing/test-services.ts'
import { createAuthRateLimits } from '../auth-rate-limits.ts'
import {
  countSessions,
  listMails,
  newAccount,
  requestResetToken,
  toCredentials,
} from '../testing/accounts.ts'
import { createAppCode, createTwoStepAccount, submitFirstStep } from './testing/app.ts'

const world = testServices()
beforeEach(() => world.db.pool.query('delete from rate_limits'))

const finishSignIn = (pendingToken: string, code: string, deviceToken?: string) =>
  world.call().auth.finishSignIn({ pending: pendingToken, code, deviceToken })
const listEventTypes = async (email: string): Promise<string[]> => {
  const { rows } = await world.db.pool.query(
    `select e.event_type from security_events e join user_profiles p on p.id = e.affected_user_id
     where p.email = $1 order by e.id`,
    [email.toLowerCase()],
  )
  return rows.map(row => row.event_type)
}

describe('a second step', () => {
  it('is set up with the password and a code from the app, and signs other devices out', async () => {
    const account = await newAccount(world)
    const me = world.call(account)
    const { session: otherSession } = await world
      .call()
      .auth.signIn({ ...toCredentials(account), deviceToken: undefined })
    const countDevices = async () =>
      (
        await world.db.pool.query(
          `select count(*)::int from known_devices d join auth.users u on u.id = d.user_id where u.email = $1`,
          [account.email.toLowerCase()],
        )
      ).rows[0].count
    expect(await countDevices()).toBe(2)
    expect(await me.twoStep.state()).toEqual({ since: null, recoveryCodesLeft: 0, hasPassword: true })
    expect(await readCode(me.twoStep.confirm({ code: '123456' }))).toBe('TWO_STEP_OFF')
    expect(await readCode(me.twoStep.begin({ password: 'not it' }))).toBe('WRONG_PASSWORD')
    const { secret, address } = await me.twoStep.begin({ password: account.password })
    expect(address).toContain(`secret=${secret}&issuer=Muster`)
    expect(await readCode(me.twoStep.confirm({ code: await createAppCode(secret, 5) }))).toBe(
      'SECOND_STEP_WRONG',
    )
    expect((await me.twoStep.state()).since).toBeNull()
    const { recoveryCodes } = await me.twoStep.confirm({ code: await createAppCode(secret) })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await me.twoStep.state()).toMatchObject({ since: expect.any(String), recoveryCodesLeft: 10 })
    expect(await readCode(world.call(otherSession).auth.me())).toBe('UNAUTHORIZED')
    expect(await countDevices()).toBe(1)
    expect(await readCode(me.twoStep.begin({ password: account.password }))).toBe('TWO_STEP_ON')
    expect(await listEventTypes(account.email)).toContain('user_action_two_step_on')
  })

  it('stores neither the secret nor the recovery codes in plain text', async () => {
    const { secret, recoveryCodes } = await createTwoStepAccount(world)
    const { rows } = await world.db.pool.query<{ row: string }>(
      'select t::text || r::text as row from auth.two_step t join auth.recovery_codes r using (user_id)',
    )
    const storedText = rows.map(({ row }) => row.toLowerCase()).join()
    for (const secretText of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map(code => code.replaceAll('-', '')),
    ])
      expect(storedText).not.toContain(secretText.toLowerCase())
  })

  it('prevents sign-in with the password alone', async () => {
    const account = await createTwoStepAccount(world)
    const sessionsBefore = await countSessions(world, account.email)
    const pendingToken = await submitFirstStep(world, account)
    expect(await countSessions(world, account.email)).toBe(sessionsBefore)
    expect(await readCode(world.call({ token: pendingToken }).auth.me())).toBe('UNAUTHORIZED')
    const { session, landing } = await finishSignIn(pendingToken, await createAppCode(account.secret, 1))
    expect(landing).toBe('zone-selection')
    expect((await world.call(session).auth.me()).user.email).toBe(account.email.toLowerCase())
    expect(await listEventTypes(account.email)).toContain('login_successful')
    expect(await readCode(finishSignIn(pendingToken, await createAppCode(account.secret, 1)))).toBe(
      'SIGN_IN_EXPIRED',
    )
  })

  it('accepts a code only once, even for concurrent requests', async () => {
    const account = await createTwoStepAccount(world)
    const code = await createAppCode(account.secret, 1)
    const pendingTokens = [
      await submitFirstStep(world, account),
      await submitFirstStep(world, account),
      await submitFirstStep(world, account),
    ]
    const outcomes = await Promise.all(pendingTokens.map(it => readCode(finishSignIn(it, code))))
    expect(outcomes.sort()).toEqual(['SECOND_STEP_WRONG', 'SECOND_STEP_WRONG', undefined])
    // The code used for setup, and any earlier code, is invalid too.
    expect(
      await readCode(
        finishSignIn(await submitFirstStep(world, account), await createAppCode(account.secret)),
      ),
    ).toBe('SECOND_STEP_WRONG')
  })

  it('accepts each recovery code once, however it is typed', async () => {
    const account = await createTwoStepAccount(world)
    const [code = ''] = account.recoveryCodes
    const typedCode = ` ${code.toLowerCase().replaceAll('-', ' ')} `
    const [firstPendingToken, secondPendingToken] = [
      await submitFirstStep(world, account),
      await submitFirstStep(world, account),
    ]
    const outcomes = await Promise.all(
      [firstPendingToken, secondPendingToken].map(it => readCode(finishSignIn(it, typedCode))),
    )
    expect(outcomes.sort()).toEqual(['SECOND_STEP_WRONG', undefined])
    expect((await world.call(account).twoStep.state()).recoveryCodesLeft).toBe(9)
    expect(await listEventTypes(account.email)).toContain('user_action_recovery_code_used')
  })

  it('replaces the old recovery codes with new ones', async () => {
    const account = await createTwoStepAccount(world)
    const me = world.call(account)
    expect(await readCode(me.twoStep.renewRecoveryCodes({ password: 'not it' }))).toBe('WRONG_PASSWORD')
    const { recoveryCodes } = await me.twoStep.renewRecoveryCodes({ password: account.password })
    const pendingToken = await submitFirstStep(world, account)
    expect(await readCode(finishSignIn(pendingToken, account.recoveryCodes[0] ?? ''))).toBe(
      'SECOND_STEP_WRONG',
    )
    expect(await readCode(finishSignIn(pendingToken, recoveryCodes[0] ?? ''))).toBeUndefined()
  })

  it('can be turned off with the password alone', async () => {
    const account = await createTwoStepAccount(world)
    const me = world.call(account)
    expect(await readCode(me.twoStep.turnOff({ password: 'not it' }))).toBe('WRONG_PASSWORD')
    await me.twoStep.turnOff({ password: account.password })
    expect(await readCode(me.twoStep.turnOff({ password: account.password }))).toBe('TWO_STEP_OFF')
    expect(await readCode(me.twoStep.renewRecoveryCodes({ password: account.password }))).toBe('TWO_STEP_OFF')
    expect(await readCode(world.call().auth.signIn(toCredentials(account)))).toBeUndefined()
  })

  it.each([
    [
      'whose address was confirmed',
      (email: string) =>
        world.db.pool.query('update auth.users set email_verified = true where email = $1', [email]),
    ],
    [
      'who was given a role',
      (email: string) =>
        world.db.pool.query(`update user_profiles set role = 'admin' where email = $1`, [email]),
    ],
    [
      'who entered a zone',
      async (email: string) => {
        const { rows } = await world.db.pool.query('select id from auth.users where email = $1', [email])
        await world.make.assign(rows[0], await world.make.zone(), undefined, false)
      },
    ],
  ])(
    'stays on after a password reset for a person %s, and pending sign-ins end',
    async (_, prepareAccount) => {
      const account = await createTwoStepAccount(world)
      await prepareAccount(account.email.toLowerCase())
      const pendingToken = await submitFirstStep(world, account)
      const token = await requestResetToken(world, account.email)
      await world.call().auth.resetPassword({ token, password: 'another horse' })
      expect(await readCode(finishSignIn(pendingToken, await createAppCode(account.secret, 1)))).toBe(
        'SIGN_IN_EXPIRED',
      )
      const newPendingToken = await submitFirstStep(world, {
        ...account,
        password: 'another horse',
        deviceToken: undefined,
      })
      expect(
        await readCode(finishSignIn(newPendingToken, await createAppCode(account.secret, 1))),
      ).toBeUndefined()
    },
  )

  it('does not lock out the owner of an email address that a stranger signed up with', async () => {
    const { email } = await createTwoStepAccount(world)
    const password = 'the owner’s horse'
    await world.call().auth.resetPassword({ token: await requestResetToken(world, email), password })
    expect(await readCode(world.call().auth.signIn({ email, password }))).toBeUndefined()
  })
})

describe('attempts at the second step', () => {
  it('are limited per account, and do not lock out a known device', async () => {
    const account = await createTwoStepAccount(world)
    const pendingToken = await submitFirstStep(world, account)
    for (let n = 0; n < 10; n++)
      expect(await readCode(finishSignIn(pendingToken, '000000'))).toBe('SECOND_STEP_WRONG')
    expect(await readCode(finishSignIn(pendingToken, await createAppCode(account.secret, 1)))).toBe(
      'TOO_MANY_REQUESTS',
    )
    expect(await listEventTypes(account.email)).toContain('second_step_failed')
    const device = await finishSignIn(
      pendingToken,
      await createAppCode(account.secret, 1),
      account.deviceToken,
    )
    expect(device.deviceToken).toBe(account.deviceToken)
  })

  it('are also limited per day, which does not lock out a known device for a day', async () => {
    const account = await createTwoStepAccount(world)
    const { rows } = await world.db.pool.query('select id from auth.users where email = $1', [
      account.email.toLowerCase(),
    ])
    const { secondStepDay } = createAuthRateLimits(world.db.pool)
    for (let n = 0; n < 100; n++) await secondStepDay.take(rows[0].id)
    const pendingToken = await submitFirstStep(world, account)
    const code = await createAppCode(account.secret, 1)
    expect(await readCode(finishSignIn(pendingToken, code))).toBe('TOO_MANY_REQUESTS')
    expect(await readCode(finishSignIn(pendingToken, code, account.deviceToken))).toBeUndefined()
  })

  it('are also limited if they are concurrent', async () => {
    const account = await createTwoStepAccount(world)
    const pendingToken = await submitFirstStep(world, account)
    const codes = await Promise.all(
      Array.from({ length: 30 }, () => readCode(finishSignIn(pendingToken, '000000'))),
    )
    expect(codes.filter(code => code === 'SECOND_STEP_WRONG')).toHaveLength(10)
  })
})

describe('a person suspended during the second step', () => {
  it('can’t sign in', async () => {
    const account = await createTwoStepAccount(world)
    const pendingToken = await submitFirstStep(world, account)
    await world.db.pool.query(`update user_profiles set status = 'suspended' where email = $1`, [
      account.email.toLowerCase(),
    ])
    expect(await readCode(finishSignIn(pendingToken, await createAppCode(account.secret, 1)))).toBe(
      'ACCOUNT_NOT_ACTIVE',
    )
    expect(await countSessions(world, account.email)).toBe(0)
  })
})

describe('an administrator who may suspend a person', () => {
  const readId = async (email: string): Promise<string> =>
    (await world.db.pool.query('select id from auth.users where email = $1', [email.toLowerCase()])).rows[0]
      .id

  it('can remove their second step: sessions end, it is logged, and they are notified', async () => {
    const account = await createTwoStepAccount(world)
    const [userId, admin] = [await readId(account.email), await world.make.user({ role: 'admin' })]
    expect((await world.call(admin).accounts.detail({ userId })).twoStep).toBe(true)
    const pendingToken = await submitFirstStep(world, account)
    await world.call(admin).security.resetTwoStep({ userId })
    expect((await world.call(admin).accounts.detail({ userId })).twoStep).toBe(false)
    expect(await countSessions(world, account.email)).toBe(0)
    expect(await readCode(finishSignIn(pendingToken, await createAppCode(account.secret, 1)))).toBe(
      'SIGN_IN_EXPIRED',
    )
    expect(await listEventTypes(account.email)).toContain('two_step_reset')
    expect((await listMails(world, account.email)).join()).toContain('was reset')
    expect(await readCode(world.call().auth.signIn(toCredentials(account)))).toBeUndefined()
    expect(await readCode(world.call(admin).security.resetTwoStep({ userId }))).toBe('TWO_STEP_OFF')
  })

  it('cannot remove their own, nor that of an admin unless they are a super admin', async () => {
    const [callingAdmin, otherAdmin] = [
      await world.make.user({ role: 'admin' }),
      await world.make.user({ role: 'admin' }),
    ]
    const resetTwoStep = (userId: string) =>
      readCode(world.call(callingAdmin).security.resetTwoStep({ userId }))
    expect([
      await resetTwoStep(callingAdmin.id),
      await resetTwoStep(otherAdmin.id),
      await resetTwoStep(crypto.randomUUID()),
    ]).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
  })
})
