import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import { testServices } from '../../testing/test-services.ts'
import {
  extractToken,
  listMails,
  newAccount as newAccountAt,
  requestInvitationToken,
  requestResetToken,
} from './testing/accounts.ts'

const world = testServices()

const newAccount = () => newAccountAt(world)
type Account = Awaited<ReturnType<typeof newAccount>>

describe('passwords', () => {
  it('are changed with the current password, which signs other devices out', async () => {
    const { email, password, token } = await newAccount()
    const secondToken = (await world.call().auth.signIn({ email, password })).session.token
    const changePassword = (currentPassword: string, newPassword: string) =>
      world.call({ token }).auth.changePassword({ currentPassword, newPassword })
    expect(await readCode(changePassword('wrong one', 'another horse'))).toBe('WRONG_PASSWORD')
    expect(await readCode(changePassword(password, '12345'))).toBe('PASSWORD_TOO_SHORT')
    expect(await readCode(changePassword(password, '123456'))).toBe('PASSWORD_COMMON')
    await changePassword(password, 'another horse')
    expect(await readCode(world.call({ token: secondToken }).auth.me())).toBe('UNAUTHORIZED')
    expect(await readCode(world.call({ token }).auth.me())).toBeUndefined()
    expect(await readCode(world.call().auth.signIn({ email, password }))).toBe('INVALID_CREDENTIALS')
    expect(await readCode(world.call().auth.signIn({ email, password: 'another horse' }))).toBeUndefined()
  })

  it('cannot be reset by suspended people, who get the same answer but no email', async () => {
    const { email } = await newAccount()
    await world.db.pool.query(`update user_profiles set status = 'suspended' where email = lower($1)`, [
      email,
    ])
    const mailCountBefore = (await listMails(world, email)).length
    expect(await world.call().auth.requestPasswordReset({ email })).toEqual({ sent: true })
    expect(await listMails(world, email)).toHaveLength(mailCountBefore)
  })

  it('are reset once by an emailed link, which ends every session and forgets every known device', async () => {
    const { email, token, deviceToken } = await newAccount()
    await world.call().auth.requestPasswordReset({ email })
    await world.call().auth.requestPasswordReset({ email: 'nobody@test.example' })
    expect(await listMails(world, 'nobody@test.example')).toEqual([])
    const resetInput = {
      token: extractToken((await listMails(world, email)).at(-1)),
      password: 'a third horse',
    }
    await world.call().auth.resetPassword(resetInput)
    expect(await readCode(world.call({ token }).auth.me())).toBe('UNAUTHORIZED')
    expect(await readCode(world.call().auth.resetPassword(resetInput))).toBe('INVALID_LINK')
    const signInResult = await world.call().auth.signIn({ email, password: resetInput.password, deviceToken })
    expect(signInResult.deviceToken).not.toBe(deviceToken)
  })

  it.each([
    [
      'another link',
      (_: Account, links: string[]) =>
        world.call().auth.resetPassword({ token: links[1] ?? '', password: 'a third horse' }),
    ],
    [
      'a change',
      ({ token, password }: Account) =>
        world
          .call({ token })
          .auth.changePassword({ currentPassword: password, newPassword: 'a third horse' }),
    ],
  ])('set by %s invalidate every link mailed before', async (_, setPassword) => {
    const account = await newAccount()
    const linkTokens = [
      await requestInvitationToken(world, account.email),
      await requestResetToken(world, account.email),
    ]
    await setPassword(account, linkTokens)
    const lateReset = { token: linkTokens[0] ?? '', password: 'a fourth horse' }
    expect(await readCode(world.call().auth.resetPassword(lateReset))).toBe('INVALID_LINK')
    expect(
      await readCode(world.call().auth.signIn({ email: account.email, password: 'a third horse' })),
    ).toBeUndefined()
  })

  it('are set only by the newest link: a new invitation ends all earlier links, a reset only those that anybody can request', async () => {
    const { email } = await newAccount()
    const firstInvitationToken = await requestInvitationToken(world, email)
    const resetToken = await requestResetToken(world, email)
    const secondInvitationToken = await requestInvitationToken(world, email)
    const [olderResetToken, newerResetToken] = [
      await requestResetToken(world, email),
      await requestResetToken(world, email),
    ]
    const setPassword = (token: string, password: string) =>
      readCode(world.call().auth.resetPassword({ token, password }))
    for (const endedToken of [firstInvitationToken, resetToken, olderResetToken])
      expect(await setPassword(endedToken, 'a horse of old')).toBe('INVALID_LINK')
    // Requesting reset links cannot end somebody else's invitation.
    const { rows } = await world.db.pool.query(
      `select v.expires_at > now() + interval '1 day' as invitation from auth.verifications v
       join auth.users u on v.value = u.id::text where u.email = $1 order by v.id`,
      [email.toLowerCase()],
    )
    expect(rows).toEqual([{ invitation: true }, { invitation: false }])
    expect(await setPassword(newerResetToken, 'a new horse')).toBeUndefined()
    expect(await setPassword(secondInvitationToken, 'a horse of old')).toBe('INVALID_LINK')
  })

  it('still admit the owner after a reset, on the device that reset it, despite constant guessing', async () => {
    const { email } = await newAccount()
    const signIn = (password: string, deviceToken?: string) =>
      readCode(world.call().auth.signIn({ email, password, deviceToken }))
    for (let attempt = 0; attempt < 11; attempt++) await signIn('wrong one')
    const token = await requestResetToken(world, email)
    // Somebody keeps guessing while the owner signs in.
    const guessTimer = setInterval(() => void signIn('wrong one'), 20)
    try {
      const { deviceToken } = await world.call().auth.resetPassword({ token, password: 'a fourth horse' })
      await vi.waitUntil(async () => (await signIn('wrong one')) === 'TOO_MANY_REQUESTS', { timeout: 15_000 })
      expect(await signIn('a fourth horse')).toBe('TOO_MANY_REQUESTS')
      expect(await signIn('a fourth horse', deviceToken ?? '')).toBeUndefined()
    } finally {
      clearInterval(guessTimer)
    }
    await setTimeout(200)
    await world.db.pool.query(`delete from rate_limits where key like 'address%'`)
  })

  it('send at most five emails an hour to one address', async () => {
    const { email } = await newAccount()
    const codes = []
    for (let attempt = 0; attempt < 7; attempt++)
      codes.push(await readCode(world.call().auth.requestPasswordReset({ email })))
    expect(codes.filter(code => code === 'TOO_MANY_REQUESTS')).toHaveLength(2)
    expect(await listMails(world, email)).toHaveLength(5)
  })
})
