import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { consentVersion } from '@muster/domain/consent.ts'
import { describe, expect, test } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import { requestResetToken } from '../auth/testing/accounts.ts'
import { createForm, prepareAccounts } from './testing/prepare-accounts.ts'

const { muster, superAdmin, admin, accountsAs } = prepareAccounts()

/** Returns the token from the link in the invitation emailed to an address. */
async function readMailedToken(email: string): Promise<string> {
  await muster.mailQueue.settled()
  const folder = join(muster.dataDir, 'mail')
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    const token =
      text.includes(email) &&
      /token=([\w-]+)&invited=1/.exec(text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1]
    if (token) return token
  }
  throw new Error(`No invitation for ${email}`)
}

describe('a new account', () => {
  test('is invited by email, and its owner signs in with the password and PIN they set', async () => {
    const newAccount = createForm({
      email: `Nila.${crypto.randomUUID()}@Test.example`,
      role: 'zone_manager_ro',
      phone: '+91 11 5550 0100',
    })
    const account = await accountsAs(admin).create(newAccount)
    expect(account).toMatchObject({
      email: newAccount.email.toLowerCase(),
      firstName: 'Nila',
      phone: '+91 11 5550 0100',
      role: 'zone_manager_ro',
      status: 'active',
      invited: true,
    })
    const { auth } = muster.call()
    expect(await readCode(auth.signIn({ email: newAccount.email, password: 'seven-orange-birds' }))).toBe(
      'INVALID_CREDENTIALS',
    )
    const token = await readMailedToken(account.email)
    const secondToken = await requestResetToken(muster, account.email)
    expect(await readCode(auth.resetPassword({ token, password: 'seven-orange-birds', pin: '12' }))).toBe(
      'PIN_INVALID',
    )
    await auth.resetPassword({ token, password: 'seven-orange-birds', pin: '2468' })
    const { session } = await auth.signIn({ email: newAccount.email, password: 'seven-orange-birds' })
    expect(session.token).toBeTruthy()
    expect(await accountsAs(admin).detail({ userId: account.id })).toMatchObject({
      invited: false,
      zones: [],
    })
    const { rows } = await muster.db.pool.query('select pin_hash from entry_pins where user_id = $1', [
      account.id,
    ])
    expect(rows[0].pin_hash).toMatch(/^\$argon2id\$/)
    // The link is used up, and so is the second one they requested. No further link is sent.
    expect(await readCode(auth.resetPassword({ token, password: 'eight-orange-birds' }))).toBe('INVALID_LINK')
    expect(await readCode(auth.resetPassword({ token: secondToken, password: 'eight-orange-birds' }))).toBe(
      'INVALID_LINK',
    )
    expect(await readCode(accountsAs(admin).inviteAgain({ userId: account.id }))).toBe('ALREADY_JOINED')
  })

  test('asks for location consent with the link, or later if the text was not shown', async () => {
    const readConsent = async (consentInput: { consentVersion?: typeof consentVersion }) => {
      const newAccount = createForm()
      const account = await accountsAs(admin).create(newAccount)
      const { auth } = muster.call()
      await auth.resetPassword({
        token: await readMailedToken(account.email),
        password: 'seven-orange-birds',
        pin: '2468',
        ...consentInput,
      })
      const { session } = await auth.signIn({ email: newAccount.email, password: 'seven-orange-birds' })
      const { rows } = await muster.db.pool.query(
        `select decision, text_version, asked_at, decided_at > now() - interval '5 minutes' as timed
         from consents where user_id = $1`,
        [account.id],
      )
      return { told: (await muster.call(session).auth.me()).consent, rows }
    }
    const consent = { decision: 'given', text_version: consentVersion, asked_at: 'invitation', timed: true }
    expect(await readConsent({ consentVersion })).toEqual({ told: 'given', rows: [consent] })
    expect(await readConsent({})).toEqual({ told: 'unasked', rows: [] })
  })

  test('is refused for a taken address, even concurrently', async () => {
    const repeatedForm = createForm()
    const codes = await Promise.all([1, 2, 3].map(() => readCode(accountsAs(admin).create(repeatedForm))))
    expect(codes.sort()).toEqual(['USER_EXISTS', 'USER_EXISTS', undefined])
    expect(
      await readCode(accountsAs(admin).create(createForm({ email: repeatedForm.email.toUpperCase() }))),
    ).toBe('USER_EXISTS')
  })
})

describe('changing an account', () => {
  test('stores, logs and announces name, phone and role', async () => {
    const person = await muster.make.user()
    expect(
      await accountsAs(admin).update({
        userId: person.id,
        firstName: 'Ada',
        phone: '',
        role: 'client_admin',
      }),
    ).toMatchObject({
      firstName: 'Ada',
      lastName: 'Test',
      phone: null,
      role: 'client_admin',
    })
    const { rows: securityEvents } = await muster.db.pool.query(
      "select metadata from security_events where affected_user_id = $1 and event_type = 'user_updated'",
      [person.id],
    )
    expect(securityEvents).toEqual([{ metadata: { role: 'client_admin', roleBefore: 'app_user' } }])
    const { rows: alerts } = await muster.db.pool.query(
      "select 1 from feed_events where topic = 'user:' || $1 and kind = 'user.changed'",
      [person.id],
    )
    expect(alerts.length).toBeGreaterThan(0)
    expect(await readCode(accountsAs(admin).update({ userId: person.id }))).toBe('BAD_REQUEST')
    expect(await readCode(accountsAs(admin).update({ userId: crypto.randomUUID(), firstName: 'X' }))).toBe(
      'USER_NOT_FOUND',
    )
  })

  test("raises nobody above the actor's role, and affects neither people with a higher role nor the actor", async () => {
    const person = await muster.make.user()
    const peer = await muster.make.user({ role: 'admin' })
    expect(await readCode(accountsAs(admin).update({ userId: person.id, role: 'admin' }))).toBe(
      'ROLE_FORBIDDEN',
    )
    for (const userId of [peer.id, superAdmin.id]) {
      expect(await readCode(accountsAs(admin).update({ userId, firstName: 'Eve' }))).toBe('ROLE_FORBIDDEN')
      expect(await readCode(accountsAs(admin).remove({ userId }))).toBe('ROLE_FORBIDDEN')
    }
    expect(await readCode(accountsAs(admin).update({ userId: admin.id, role: 'super_admin' }))).toBe(
      'SELF_CHANGE',
    )
    expect(await accountsAs(admin).update({ userId: admin.id, lastName: 'Own' })).toMatchObject({
      lastName: 'Own',
    })
    expect(await accountsAs(superAdmin).update({ userId: person.id, role: 'admin' })).toMatchObject({
      role: 'admin',
    })
  })

  test('keeps one super admin, even if two step down concurrently', async () => {
    const otherSuperAdmin = await muster.make.user({ role: 'super_admin' })
    await muster.db.pool.query(
      "update user_profiles set status = 'inactive' where role = 'super_admin' and id <> all ($1::uuid[])",
      [[superAdmin.id, otherSuperAdmin.id]],
    )
    const codes = await Promise.all([
      readCode(accountsAs(superAdmin).update({ userId: otherSuperAdmin.id, role: 'admin' })),
      readCode(accountsAs(otherSuperAdmin).update({ userId: superAdmin.id, role: 'admin' })),
    ])
    expect(codes.filter(code => code === undefined)).toHaveLength(1)
    const { rows } = await muster.db.pool.query(
      "select id from user_profiles where role = 'super_admin' and status = 'active'",
    )
    expect(rows).toHaveLength(1)
    await muster.db.pool.query(
      "update user_profiles set role = 'super_admin', status = 'active' where id = any ($1::uuid[])",
      [[superAdmin.id, otherSuperAdmin.id]],
    )
  })
})

describe('deleting an account', () => {
  test("previews what is removed, and removes all of the person's data", async () => {
    const [person, zone] = [await muster.make.user(), await muster.make.zone()]
    await muster.make.assign(person, zone, 'zone_manager_rw')
    expect(await accountsAs(admin).removal({ userId: person.id })).toEqual({
      zones: 1,
      visits: 0,
      readings: 0,
      scheduledBroadcasts: 0,
      lastManagerOf: [zone.name],
    })
    await accountsAs(admin).remove({ userId: person.id })
    for (const table of ['auth.users', 'user_profiles'])
      expect((await muster.db.pool.query(`select 1 from ${table} where id = $1`, [person.id])).rows).toEqual(
        [],
      )
    for (const table of ['zone_assignments', 'auth.sessions', 'presence_tracking'])
      expect(
        (await muster.db.pool.query(`select 1 from ${table} where user_id = $1`, [person.id])).rows,
      ).toEqual([])
    expect(await readCode(muster.call(person).auth.me())).toBe('UNAUTHORIZED')
    expect(await readCode(accountsAs(admin).remove({ userId: person.id }))).toBe('USER_NOT_FOUND')
    const { rows: securityEvents } = await muster.db.pool.query(
      "select actor_id from security_events where affected_user_id = $1 and event_type = 'user_deleted'",
      [person.id],
    )
    expect(securityEvents).toEqual([{ actor_id: admin.id }])
  })

  test('invalidates emailed links and pending second steps', async () => {
    const accountForm = createForm()
    const user = await accountsAs(admin).create(accountForm)
    const otherForm = createForm()
    await accountsAs(admin).create(otherForm)
    const [invitationToken, otherToken] = [
      await readMailedToken(accountForm.email),
      await readMailedToken(otherForm.email),
    ]
    const resetToken = await requestResetToken(muster, accountForm.email)
    await muster.db.pool.query(
      `insert into auth.pending_sign_ins (token_hash, user_id, expires_at) values ('x', $1, now() + interval '10 minutes')`,
      [user.id],
    )
    // A passkey ceremony as the auth library stores it.
    await muster.db.pool.query(
      `insert into auth.verifications (identifier, value, expires_at) values ('x', $1, now() + interval '5 minutes')`,
      [JSON.stringify({ expectedChallenge: 'x', userData: { id: user.id } })],
    )
    await accountsAs(admin).remove({ userId: user.id })
    const { rows } = await muster.db.pool.query(
      `select (select count(*)::int from auth.verifications where value like '%' || $1 || '%') as links,
        (select count(*)::int from auth.pending_sign_ins where user_id = $1::uuid) as pending`,
      [user.id],
    )
    expect(rows).toEqual([{ links: 0, pending: 0 }])
    const setPassword = (token: string) =>
      muster.call().auth.resetPassword({ token, password: 'seven-orange-birds', pin: '4711' })
    for (const token of [invitationToken, resetToken])
      expect(await readCode(setPassword(token))).toBe('INVALID_LINK')
    expect(await readCode(setPassword(otherToken))).toBeUndefined()
  })

  test('is refused for oneself', async () => {
    const ownAccount = await muster.make.user({ role: 'super_admin' })
    expect(await readCode(accountsAs(ownAccount).remove({ userId: ownAccount.id }))).toBe('SELF_DELETE')
  })
})

describe('assigning to a zone', () => {
  test('invites in the role of the account, and repeating it changes nothing', async () => {
    const [person, zone] = [await muster.make.user({ role: 'zone_manager_ro' }), await muster.make.zone()]
    await accountsAs(admin).assign({ userId: person.id, zoneId: zone.id })
    expect((await accountsAs(admin).detail({ userId: person.id })).zones).toMatchObject([
      { zoneId: zone.id, name: zone.name, role: 'zone_manager_ro', invited: true },
    ])
    const { zones } = await accountsAs(admin).detail({ userId: person.id })
    expect(await accountsAs(admin).assign({ userId: person.id, zoneId: zone.id })).toEqual({
      userId: person.id,
    })
    expect((await accountsAs(admin).detail({ userId: person.id })).zones).toEqual(zones)
  })

  test('is refused for people who need no zone', async () => {
    const [person, zone] = [await muster.make.user(), await muster.make.zone()]
    expect(await readCode(accountsAs(admin).assign({ userId: superAdmin.id, zoneId: zone.id }))).toBe(
      'USER_NOT_FOUND',
    )
    expect(await readCode(accountsAs(admin).assign({ userId: person.id, zoneId: crypto.randomUUID() }))).toBe(
      'ZONE_NOT_FOUND',
    )
  })
})
