import { describe, expect, it } from 'vitest'
import { readCode } from '../../../testing/caller.ts'
import { testServices } from '../../../testing/test-services.ts'
import {
  countSessions,
  extractToken,
  listMails,
  newAccount,
  requestResetToken,
  toCredentials,
} from '../testing/accounts.ts'

const world = testServices()

let addressCount = 0
const newAddress = () => `new.${++addressCount}@test.example`
const readLastToken = async (to: string) => extractToken((await listMails(world, to)).at(-1))
const readRow = async (email: string) => {
  const { rows } = await world.db.pool.query<{
    id: string
    email: string
    verified: boolean
    profile: string
  }>(
    `select u.id, u.email, u.email_verified as verified, p.email as profile
     from auth.users u join user_profiles p on p.id = u.id where u.email = $1`,
    [email.toLowerCase()],
  )
  return rows[0]
}

/** Creates a person who has requested a new address for their account. */
async function requestChange() {
  const account = await newAccount(world)
  const email = newAddress()
  await world.call(account).emailChanges.request({ email: email.toUpperCase(), password: account.password })
  return { account, email, old: account.email.toLowerCase() }
}

describe('a change of one’s own address', () => {
  it('applies once the new address is confirmed with the password; links sent to the old address end, and the new one signs in', async () => {
    const { account, email, old } = await requestChange()
    const { emailChanges, auth } = world.call(account)
    expect((await emailChanges.mine()).pending?.newEmail).toBe(email)
    expect((await auth.me()).user.email).toBe(old)
    const resetToken = await requestResetToken(world, old)
    const token = await readLastToken(email)
    const { confirm } = world.call().emailChanges
    expect(await readCode(confirm({ token }))).toBe('WRONG_PASSWORD')
    expect(await readCode(confirm({ token, password: 'wrong' }))).toBe('WRONG_PASSWORD')
    expect(await readRow(email)).toBeUndefined()
    expect(await confirm({ token, password: account.password })).toEqual({ email })

    expect(await readRow(email)).toMatchObject({ email, verified: true, profile: email })
    expect(await readCode(confirm({ token, password: account.password }))).toBe('INVALID_LINK')
    expect(
      await readCode(world.call().auth.resetPassword({ token: resetToken, password: 'a good horse' })),
    ).toBe('INVALID_LINK')
    expect((await emailChanges.mine()).pending).toBeNull()
    // The session remains valid, with the new address.
    expect((await auth.me()).user).toMatchObject({ email, emailVerified: true })
    expect(await readCode(world.call().auth.signIn(toCredentials(account)))).toBe('INVALID_CREDENTIALS')
    const signInResult = await world.call().auth.signIn({ email, password: account.password })
    expect(signInResult.session.token).toBeTruthy()
    const { rows } = await world.db.pool.query(
      `select event_type from security_events e join user_profiles p on p.id = e.affected_user_id
       where p.email = $1 and event_type like '%email_change%' order by e.created_at`,
      [email],
    )
    expect(rows.map(it => it.event_type)).toEqual(['email_change_asked', 'user_action_email_changed'])
  })

  it('requires the password, and refuses an address that has an account, even with concurrent confirmations', async () => {
    const [account, otherAccount, existingAccount] = [
      await newAccount(world),
      await newAccount(world),
      await newAccount(world),
    ]
    const requestChangeTo = (who: typeof account, email: string, password = who.password) =>
      world.call(who).emailChanges.request({ email, password })
    expect(await readCode(requestChangeTo(account, newAddress(), 'wrong'))).toBe('WRONG_PASSWORD')
    expect(await readCode(requestChangeTo(account, existingAccount.email))).toBe('USER_EXISTS')
    const email = newAddress()
    await requestChangeTo(account, email)
    const firstToken = await readLastToken(email)
    await requestChangeTo(otherAccount, email)
    const secondToken = (await listMails(world, email)).map(extractToken).find(it => it !== firstToken) ?? ''
    const { confirm } = world.call().emailChanges
    const outcomes = await Promise.all([
      readCode(confirm({ token: firstToken, password: account.password })),
      readCode(confirm({ token: secondToken, password: otherAccount.password })),
    ])
    expect(outcomes).toContain('USER_EXISTS')
    expect(outcomes).toContain(undefined)
  })

  it('invalidates earlier links when repeated or cancelled, and its own links after a day', async () => {
    const { account, email } = await requestChange()
    const firstToken = await readLastToken(email)
    const secondAddress = newAddress()
    const { emailChanges } = world.call(account)
    await emailChanges.request({ email: secondAddress, password: account.password })
    const { confirm } = world.call().emailChanges
    const { password } = account
    expect(await readCode(confirm({ token: firstToken, password }))).toBe('INVALID_LINK')
    const secondToken = await readLastToken(secondAddress)
    await emailChanges.cancel()
    expect(await readCode(confirm({ token: secondToken, password }))).toBe('INVALID_LINK')

    const lateChange = await requestChange()
    const token = await readLastToken(lateChange.email)
    await world.db.pool.query(
      `update email_changes set created_at = now() - interval '25 hours' where new_email = $1`,
      [lateChange.email],
    )
    expect(await readCode(confirm({ token, password: lateChange.account.password }))).toBe('INVALID_LINK')
  })
})

describe('the owner of the old address', () => {
  it('cancels a pending change', async () => {
    const { account, email, old } = await requestChange()
    const token = await readLastToken(old)
    const confirmToken = await readLastToken(email)
    const { object, confirm } = world.call().emailChanges
    expect(await object({ token })).toEqual({ outcome: 'cancelled', email: old })
    expect(await readCode(confirm({ token: confirmToken, password: account.password }))).toBe('INVALID_LINK')
    expect(await readCode(object({ token }))).toBe('INVALID_LINK')
    // Nothing had changed, so the sessions remain.
    expect(await countSessions(world, old)).toBe(1)
  })

  it('reverts a change within a week, even after further changes, which ends sessions, the password and all change links', async () => {
    const { account, email, old } = await requestChange()
    const objectionToken = await readLastToken(old)
    const { confirm, object } = world.call().emailChanges
    await confirm({ token: await readLastToken(email), password: account.password })
    // A thief changes the address again, in an attempt to leave the objection with nothing to revert.
    const nextAddress = newAddress()
    await world.call(account).emailChanges.request({ email: nextAddress, password: account.password })
    await confirm({ token: await readLastToken(nextAddress), password: account.password })
    const thiefsObjectionToken = await readLastToken(email)

    expect(await object({ token: objectionToken })).toEqual({ outcome: 'taken_back', email: old })
    expect(await readRow(old)).toMatchObject({ email: old, profile: old })
    expect(await countSessions(world, old)).toBe(0)
    expect(await readCode(world.call().auth.signIn({ email: old, password: account.password }))).toBe(
      'INVALID_CREDENTIALS',
    )
    expect(await readCode(object({ token: thiefsObjectionToken }))).toBe('INVALID_LINK')
    // The emailed link lets the owner in, and the email does not claim that the password stays the same.
    const mail = (await listMails(world, old)).at(-1)
    expect(JSON.stringify(mail)).toContain('has no password')
    const token = await readLastToken(old)
    await world.call().auth.resetPassword({ token, password: 'the owner’s horse' })
    await world.call().auth.signIn({ email: old, password: 'the owner’s horse' })
  })

  it('reverts a change even if a thief requested a further change and objected to it', async () => {
    const { account, email, old } = await requestChange()
    const objectionToken = await readLastToken(old)
    const { confirm, object } = world.call().emailChanges
    await confirm({ token: await readLastToken(email), password: account.password })
    await world.call(account).emailChanges.request({ email: newAddress(), password: account.password })
    expect((await object({ token: await readLastToken(email) })).outcome).toBe('cancelled')
    expect(await object({ token: objectionToken })).toEqual({ outcome: 'taken_back', email: old })
  })

  it('cannot revert a change if they are a thief from whose address an administrator moved the account', async () => {
    const { account, email } = await requestChange()
    const { confirm, object } = world.call().emailChanges
    await confirm({ token: await readLastToken(email), password: account.password })
    const admin = await world.make.user({ role: 'admin' })
    const rescuedAddress = newAddress()
    await world
      .call(admin)
      .accounts.changeEmail({ userId: (await readRow(email))?.id ?? '', email: rescuedAddress })
    const thiefsToken = await readLastToken(email)
    await confirm({ token: await readLastToken(rescuedAddress), password: account.password })
    expect(await readCode(object({ token: thiefsToken }))).toBe('INVALID_LINK')
    expect(await readRow(rescuedAddress)).toMatchObject({ email: rescuedAddress })
  })

  it('cannot revert after a week', async () => {
    const { account, email, old } = await requestChange()
    const token = await readLastToken(old)
    await world.call().emailChanges.confirm({ token: await readLastToken(email), password: account.password })
    await world.db.pool.query(
      `update email_changes set confirmed_at = now() - interval '8 days' where new_email = $1`,
      [email],
    )
    expect(await readCode(world.call().emailChanges.object({ token }))).toBe('INVALID_LINK')
  })
})

describe('an address change by an administrator', () => {
  it('notifies both addresses, needs the person’s confirmation, and keeps their password after an objection', async () => {
    const [admin, person] = [await world.make.user({ role: 'admin' }), await newAccount(world)]
    const oldEmail = person.email.toLowerCase()
    const userId = (await readRow(oldEmail))?.id ?? ''
    const email = newAddress()
    const { accounts } = world.call(admin)
    expect(await accounts.changeEmail({ userId, email })).toEqual({ pendingEmail: email })
    expect((await accounts.detail({ userId })).pendingEmail).toBe(email)
    const objectionToken = await readLastToken(oldEmail)
    await world.call().emailChanges.confirm({ token: await readLastToken(email), password: person.password })
    expect(await accounts.detail({ userId })).toMatchObject({ email, pendingEmail: null })
    expect((await world.call().emailChanges.object({ token: objectionToken })).outcome).toBe('taken_back')
    await world.call().auth.signIn({ email: oldEmail, password: person.password })
  })

  it('to a stranger’s address, removes everything the stranger added and keeps everything older once the owner objects', async () => {
    const [admin, invitedUser, member] = [
      await world.make.user({ role: 'admin' }),
      await world.make.user(),
      await newAccount(world),
    ]
    const memberId = (await readRow(member.email))?.id ?? ''
    const addPasskeyAndApp = async (userId: string, name: string) => {
      await world.db.pool.query(
        `insert into auth.passkeys (name, user_id, public_key, credential_id, counter, device_type, backed_up)
         values ($2, $1, 'key', $3, 0, 'singleDevice', false)`,
        [userId, name, crypto.randomUUID()],
      )
      await world.db.pool.query(
        `insert into trackers (user_id, name, app, token_hash) values ($1, $2, 'other', sha256(uuid_v7()::text::bytea))`,
        [userId, name],
      )
    }
    const listRemainingNames = async (userId: string) => {
      const { rows } = await world.db.pool.query(
        `select name from auth.passkeys where user_id = $1 union all select name from trackers where user_id = $1`,
        [userId],
      )
      return rows.map(it => it.name)
    }
    for (const { userId, old, password } of [
      { userId: invitedUser.id, old: invitedUser.email, password: undefined },
      { userId: memberId, old: member.email.toLowerCase(), password: member.password },
    ]) {
      const email = newAddress()
      await addPasskeyAndApp(userId, 'The owner’s')
      await world.call(admin).accounts.changeEmail({ userId, email })
      const objectionToken = await readLastToken(old)
      const token = await readLastToken(email)
      await world.call().emailChanges.confirm(password ? { token, password } : { token })
      // The stranger sets a password through the link emailed to their address.
      const strangerCredentials = { password: 'a stranger’s horse' }
      const idsToKeep = (
        await world.db.pool.query(
          'select id from auth.passkeys where user_id = $1 union all select id from trackers where user_id = $1',
          [userId],
        )
      ).rows.map(it => it.id)
      await world.call().auth.resetPassword({
        token: await requestResetToken(world, email),
        ...strangerCredentials,
        keep: idsToKeep,
      })
      await world.call().auth.signIn({ email, ...strangerCredentials })
      await addPasskeyAndApp(userId, 'The stranger’s')

      await world.call().emailChanges.object({ token: objectionToken })
      expect(await readCode(world.call().auth.signIn({ email: old, ...strangerCredentials }))).toBe(
        'INVALID_CREDENTIALS',
      )
      expect(await listRemainingNames(userId)).toEqual(['The owner’s', 'The owner’s'])
      const { rows } = await world.db.pool.query(
        `select event_type from security_events where affected_user_id = $1 and description like '%stranger%' order by event_type`,
        [userId],
      )
      expect(rows.map(it => it.event_type)).toEqual([
        'user_action_passkey_removed',
        'user_action_tracker_revoked',
      ])
      // The owner signs in through the emailed link.
      const ownerCredentials = { password: 'the owner’s horse' }
      await world.call().auth.resetPassword({ token: await readLastToken(old), ...ownerCredentials })
      await world.call().auth.signIn({ email: old, ...ownerCredentials })
    }
  })

  it('is refused for people with a higher role, for the administrator themselves, and for an address that has an account', async () => {
    const { make, call } = world
    const [admin, superAdmin, member, manager] = await Promise.all([
      make.user({ role: 'admin' }),
      make.user({ role: 'super_admin' }),
      make.user(),
      make.user({ role: 'client_admin' }),
    ])
    const changeEmail = (by: typeof admin, of: typeof admin) =>
      readCode(call(by).accounts.changeEmail({ userId: of.id, email: newAddress() }))
    expect(await changeEmail(admin, superAdmin)).toBe('ROLE_FORBIDDEN')
    expect(await changeEmail(admin, admin)).toBe('OWN_EMAIL')
    expect(
      await readCode(call(admin).accounts.changeEmail({ userId: member.id, email: manager.email })),
    ).toBe('USER_EXISTS')
  })

  it('needs no password for a person who has never signed in, and moves the invitation to the new address', async () => {
    const [admin, person] = [await world.make.user({ role: 'admin' }), await world.make.user()]
    const email = newAddress()
    await world.call(admin).accounts.changeEmail({ userId: person.id, email })
    expect((await listMails(world, email)).at(-1)).toContain('simple')
    await world.call().emailChanges.confirm({ token: await readLastToken(email) })
    expect((await listMails(world, email)).at(-1)).toContain('Your Muster account')
  })
})
