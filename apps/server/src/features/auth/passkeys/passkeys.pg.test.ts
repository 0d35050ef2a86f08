import { consentVersion } from '@muster/domain/consent.ts'
import { maxPasskeys } from '@muster/domain/passkey.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { readCode } from '../../../testing/caller.ts'
import { createTestServices, testServices } from '../../../testing/test-services.ts'
import {
  countSessions,
  listMails,
  newAccount,
  requestResetToken,
  toCredentials,
} from '../testing/accounts.ts'
import { createAppCode } from '../two-step/testing/app.ts'
import { newDevice } from './testing/device.ts'

const origin = 'https://muster.example'
const world = testServices({ env: { PUBLIC_URL: origin } })
beforeEach(() => world.db.pool.query('delete from rate_limits'))

type Account = Awaited<ReturnType<typeof newAccount>>
async function addPasskey(account: Account, device = newDevice(origin)) {
  const me = world.call(account)
  const { ticket, options } = await me.passkeys.begin({ password: account.password })
  const passkey = await me.passkeys.add({ ticket, name: 'Phone', made: device.make(options) })
  return { device, passkey }
}
async function signIn(device: ReturnType<typeof newDevice>, deviceToken?: string) {
  const { ticket, options } = await world.call().auth.beginPasskeySignIn()
  return world.call().auth.signInWithPasskey({ ticket, made: device.prove(options), deviceToken })
}

describe('a passkey', () => {
  it('is added with the password and announced by email; it signs in alone, and the device is then known', async () => {
    const account = await newAccount(world)
    const me = world.call(account)
    expect(await readCode(me.passkeys.begin({ password: 'not it' }))).toBe('WRONG_PASSWORD')
    const { device, passkey } = await addPasskey(account)
    expect(passkey).toMatchObject({ name: 'Phone', lastUsedAt: null })
    expect((await listMails(world, account.email)).join()).toContain('passkey was added')
    const { session, deviceToken, landing } = await signIn(device, account.deviceToken)
    expect([landing, deviceToken]).toEqual(['zone-selection', account.deviceToken])
    const signedInCaller = world.call(session)
    expect((await signedInCaller.auth.me()).user.email).toBe(account.email.toLowerCase())
    expect((await signedInCaller.auth.devices({})).rows).toHaveLength(2)
    expect((await me.passkeys.list()).passkeys).toMatchObject([
      { name: 'Phone', lastUsedAt: expect.any(String) },
    ])
    const { rows } = await world.db.pool.query(
      `select event_type from security_events e join user_profiles p on p.id = e.affected_user_id
       where p.email = $1 order by e.id`,
      [account.email.toLowerCase()],
    )
    expect(rows.map(row => row.event_type)).toEqual([
      'own_password_failed',
      'user_action_passkey_added',
      'login_successful',
    ])
  })

  it('covers both steps', async () => {
    const account = await newAccount(world)
    const { device } = await addPasskey(account)
    const me = world.call(account)
    const { secret } = await me.twoStep.begin({ password: account.password })
    await me.twoStep.confirm({ code: await createAppCode(secret) })
    expect(await readCode(world.call().auth.signIn(toCredentials(account)))).toBe('SECOND_STEP_NEEDED')
    const { session } = await signIn(device)
    const { rows } = await world.db.pool.query(
      `select count(*) from auth.sessions s where s.proof = 'passkey' and s.user_id = (select id from auth.users where email = $1)`,
      [account.email.toLowerCase()],
    )
    expect([await readCode(world.call(session).auth.me()), rows[0].count]).toEqual([undefined, 1])
  })

  it('can be renamed and removed only by its owner, and then stops signing in', async () => {
    const [account, otherAccount] = [await newAccount(world), await newAccount(world)]
    const { device, passkey } = await addPasskey(account)
    const [me, them] = [world.call(account), world.call(otherAccount)]
    const input = { passkeyId: passkey.id, name: 'Laptop' }
    expect(await readCode(them.passkeys.rename(input))).toBe('NOT_FOUND')
    expect(await readCode(them.passkeys.remove({ passkeyId: passkey.id }))).toBe('NOT_FOUND')
    expect((await me.passkeys.rename(input)).name).toBe('Laptop')
    await me.passkeys.remove({ passkeyId: passkey.id })
    expect(await readCode(signIn(device))).toBe('PASSKEY_REFUSED')
  })
})

it('a passkey is refused beyond the limit, even with concurrent registrations', async () => {
  const account = await newAccount(world)
  const me = world.call(account)
  const { ticket, options } = await me.passkeys.begin({ password: account.password })
  const { rows } = await world.db.pool.query(
    `insert into auth.passkeys (user_id, public_key, credential_id, counter, device_type, backed_up)
     select id, 'key', 'credential ' || n || id, 0, 'singleDevice', false from auth.users, generate_series(1, $2) n
     where email = $1 returning id`,
    [account.email.toLowerCase(), maxPasskeys],
  )
  expect(rows).toHaveLength(maxPasskeys)
  const attestation = newDevice(origin).make(options)
  expect(await readCode(me.passkeys.add({ ticket, name: 'Phone', made: attestation }))).toBe('PASSKEYS_FULL')
  expect((await me.passkeys.list()).passkeys).toHaveLength(maxPasskeys)
  expect(await readCode(me.passkeys.begin({ password: account.password }))).toBe('PASSKEYS_FULL')
})

describe('a passkey is refused', () => {
  it('when the device does not verify its user, on creation and on use', async () => {
    const account = await newAccount(world)
    expect(await readCode(addPasskey(account, newDevice(origin, { verifies: false })))).toBe(
      'PASSKEY_REFUSED',
    )
    const { device } = await addPasskey(account)
    const { ticket, options } = await world.call().auth.beginPasskeySignIn()
    const assertion = device.prove(options)
    const authenticatorData = Buffer.from(assertion.authenticatorData, 'base64url')
    authenticatorData[32] = 1
    const input = {
      ticket,
      made: { ...assertion, authenticatorData: authenticatorData.toString('base64url') },
    }
    expect(await readCode(world.call().auth.signInWithPasskey(input))).toBe('PASSKEY_REFUSED')
  })

  it('when it is for another origin', async () => {
    const account = await newAccount(world)
    expect(await readCode(addPasskey(account, newDevice('https://muster.example.evil')))).toBe(
      'PASSKEY_REFUSED',
    )
  })

  it('when its ticket is reused or forged', async () => {
    const account = await newAccount(world)
    const { device } = await addPasskey(account)
    const { ticket, options } = await world.call().auth.beginPasskeySignIn()
    const assertion = device.prove(options)
    expect(await readCode(world.call().auth.signInWithPasskey({ ticket, made: assertion }))).toBeUndefined()
    expect(await readCode(world.call().auth.signInWithPasskey({ ticket, made: assertion }))).toBe(
      'PASSKEY_REFUSED',
    )
    expect(await readCode(world.call().auth.signInWithPasskey({ ticket: 'a=b', made: assertion }))).toBe(
      'PASSKEY_REFUSED',
    )
  })

  it('when the device and its clones send equal counters, even concurrently; one sign-in succeeds', async () => {
    const account = await newAccount(world)
    const { device } = await addPasskey(account)
    const begin = () => world.call().auth.beginPasskeySignIn()
    for (let round = 0; round < 4; round++) {
      const ceremonies = await Promise.all([begin(), begin(), begin(), begin()])
      const attestations = ceremonies.map(({ ticket, options }, at) => ({
        ticket,
        made: device.prove(options, at === 0 ? 1 : 0),
      }))
      const codes = await Promise.all(
        attestations.map(it => readCode(world.call().auth.signInWithPasskey(it))),
      )
      expect(codes.sort()).toEqual(['PASSKEY_REFUSED', 'PASSKEY_REFUSED', 'PASSKEY_REFUSED', undefined])
    }
    const { ticket, options } = await begin()
    const clonedAssertion = { ticket, made: device.prove(options, -1) }
    expect(await readCode(world.call().auth.signInWithPasskey(clonedAssertion))).toBe('PASSKEY_REFUSED')
    // Repeated refusals are logged only once.
    const { rows } = await world.db.pool.query(
      `select count(*) from security_events e join user_profiles p on p.id = e.affected_user_id
       where p.email = $1 and e.event_type = 'login_refused' and e.metadata ->> 'reason' = 'passkey'`,
      [account.email.toLowerCase()],
    )
    expect(rows[0].count).toBe(1)
  })

  it('when somebody else began it', async () => {
    const [account, otherAccount] = [await newAccount(world), await newAccount(world)]
    const { ticket, options } = await world.call(account).passkeys.begin({ password: account.password })
    const attestation = newDevice(origin).make(options)
    expect(
      await readCode(world.call(otherAccount).passkeys.add({ ticket, name: 'Phone', made: attestation })),
    ).toBe('PASSKEY_REFUSED')
    const { rows } = await world.db.pool.query(
      'select count(*) from auth.passkeys p join auth.users u on u.id = p.user_id where u.email = any($1)',
      [[account, otherAccount].map(({ email }) => email.toLowerCase())],
    )
    expect(rows[0].count).toBe(0)
  })

  it.each(['inactive', 'suspended'])('when the person is %s, and no session stays', async status => {
    const account = await newAccount(world)
    const { device } = await addPasskey(account)
    await world.db.pool.query('update user_profiles set status = $2 where email = $1', [
      account.email.toLowerCase(),
      status,
    ])
    expect(await readCode(signIn(device))).toBe('ACCOUNT_NOT_ACTIVE')
    expect(await countSessions(world, account.email)).toBe(0)
  })

  it("after an administrator reset the person's sign-in", async () => {
    const account = await newAccount(world)
    const { device } = await addPasskey(account)
    const admin = await world.make.user({ role: 'admin' })
    const { rows } = await world.db.pool.query('select id from auth.users where email = $1', [
      account.email.toLowerCase(),
    ])
    expect((await world.call(admin).accounts.detail({ userId: rows[0].id })).passkeys).toBe(1)
    await world.call(admin).security.resetTwoStep({ userId: rows[0].id })
    expect(await readCode(signIn(device))).toBe('PASSKEY_REFUSED')
  })
})

describe('a password reset by email', () => {
  const resetPassword = async ({ email }: Account, password: string, idsToKeep?: string[]) =>
    world.call().auth.resetPassword({
      token: await requestResetToken(world, email),
      password,
      pin: '2580',
      keep: idsToKeep,
    })

  it('removes the passkeys, location apps and consent of a stranger who signed up with the address', async () => {
    const stranger = await newAccount(world)
    const { device } = await addPasskey(stranger)
    await world
      .call(stranger)
      .trackers.create({ name: 'A phone', app: 'osmand', requestId: crypto.randomUUID() })
    await world.call(stranger).consents.give({ version: consentVersion, at: 'sign_in' })
    await resetPassword(stranger, 'the owner’s horse')
    expect(await readCode(signIn(device))).toBe('PASSKEY_REFUSED')
    const { session } = await world.call().auth.signIn({
      email: stranger.email,
      password: 'the owner’s horse',
    })
    const owner = world.call(session)
    expect((await owner.trackers.list()).trackers).toEqual([])
    expect((await owner.passkeys.list()).passkeys).toEqual([])
    expect(await owner.auth.me()).toMatchObject({ consent: 'unasked', user: { emailVerified: true } })
    // The PIN that was set with the new password belongs to the owner.
    const { rows } = await world.db.pool.query(
      'select from entry_pins e join auth.users u on u.id = e.user_id where u.email = $1',
      [stranger.email.toLowerCase()],
    )
    expect(rows).toHaveLength(1)
  })

  it('lists other access to an owner with an already confirmed address, and removes what they do not keep', async () => {
    const account = await newAccount(world)
    await resetPassword(account, 'the owner’s horse')
    const { session } = await world.call().auth.signIn({
      email: account.email,
      password: 'the owner’s horse',
    })
    const owner = { ...account, ...session, password: 'the owner’s horse' }
    const [ownPasskey, thiefsPasskey] = [await addPasskey(owner), await addPasskey(owner)]
    const addApp = async (name: string) =>
      world.call(owner).trackers.create({ name, app: 'osmand', requestId: crypto.randomUUID() })
    const [phone] = [await addApp('A phone'), await addApp('A thief’s phone')]
    const token = await requestResetToken(world, account.email)
    const { auth } = world.call()
    const preview = await auth.previewReset({ token })
    expect(preview.passkeys).toHaveLength(2)
    expect(preview.locationApps.map(({ name }) => name)).toEqual(['A thief’s phone', 'A phone'])
    const [, ownKey] = preview.passkeys
    const idsToKeep = [ownKey?.id ?? '', phone.tracker.id]
    await auth.resetPassword({ token, password: 'another horse of theirs', keep: idsToKeep })
    expect(await readCode(signIn(thiefsPasskey.device))).toBe('PASSKEY_REFUSED')
    const resumedOwner = world.call((await signIn(ownPasskey.device)).session)
    expect((await resumedOwner.trackers.list()).trackers.map(({ name }) => name)).toEqual(['A phone'])
    const { rows } = await world.db.pool.query(
      `select event_type from security_events e join user_profiles p on p.id = e.affected_user_id
       where p.email = $1 and description like '%removed with a new password.' order by 1`,
      [account.email.toLowerCase()],
    )
    expect(rows.map(it => it.event_type)).toEqual([
      'user_action_passkey_removed',
      'user_action_tracker_revoked',
    ])
    expect(await readCode(auth.previewReset({ token }))).toBe('INVALID_LINK')

    // With an empty list, all other access ends, including access a thief added after the list was read.
    await resetPassword(account, 'a last horse of theirs')
    expect(await readCode(signIn(ownPasskey.device))).toBe('PASSKEY_REFUSED')
  })
})

it("passkeys are not offered if the site's URL does not allow them", async () => {
  const insecureMuster = await createTestServices({ env: { PUBLIC_URL: 'http://192.0.2.1:4280' } })
  try {
    const account = await newAccount(insecureMuster)
    expect(await readCode(insecureMuster.call().auth.beginPasskeySignIn())).toBe('PASSKEYS_OFF')
    expect(await readCode(insecureMuster.call(account).passkeys.begin({ password: account.password }))).toBe(
      'PASSKEYS_OFF',
    )
  } finally {
    await insecureMuster.stop()
  }
})
