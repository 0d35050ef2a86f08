import { consentVersion } from '@muster/domain/consent.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MailOrder } from '../../../jobs/mail-queue.ts'
import { type Env, readEnv } from '../../../platform/env.ts'
import { readCode } from '../../../testing/caller.ts'
import { createDirectMailQueue } from '../../../testing/direct-mail-queue.ts'
import { createTestServices } from '../../../testing/test-services.ts'
import {
  countSessions,
  listMails,
  newAccount,
  requestResetToken,
  toCredentials,
  type World,
} from '../testing/accounts.ts'
import { callbackPath } from './callback-door.ts'
import { createProvider, type SingleSignOnSettings } from './provider.ts'
import { readSingleSignOn } from './single-sign-on-environment.ts'
import { type PersonClaims, startProvider } from './testing/provider.ts'

const publicUrl = 'http://muster.example'
let identityProvider: Awaited<ReturnType<typeof startProvider>>
let env: Partial<Env>
let world: World
let welcomingWorld: World
const orders: MailOrder[] = []
beforeAll(async () => {
  identityProvider = await startProvider(`${publicUrl}${callbackPath}`)
  env = {
    PUBLIC_URL: publicUrl,
    SSO_ISSUER: identityProvider.issuer,
    SSO_CLIENT_ID: 'muster',
    SSO_CLIENT_SECRET: 'a secret of the tests',
    SSO_NAME: 'Example',
  }
  world = await createTestServices({ env })
  welcomingWorld = await createTestServices({
    env: { ...env, SSO_UNKNOWN: 'create', SSO_EMAIL_DOMAINS: ['test.example'] },
    mailQueue: { ...createDirectMailQueue(), add: async (order: MailOrder) => void orders.push(order) },
  })
})
afterAll(async () => {
  await Promise.all([world.stop(), welcomingWorld.stop()])
  await identityProvider.stop()
})
beforeEach(async () => {
  for (const testWorld of [world, welcomingWorld]) await testWorld.db.pool.query('delete from rate_limits')
})

let subjectCount = 0
const createClaims = (email: string, otherClaims: Partial<PersonClaims> = {}): PersonClaims => ({
  sub: `sub-${++subjectCount}`,
  email,
  email_verified: true,
  ...otherClaims,
})

/** Signs in at the provider as `who` and returns the redirect parameters. */
async function visitProvider(at: World, who: PersonClaims) {
  identityProvider.become(who)
  const { address, ticket } = await at.call().auth.beginSingleSignOn()
  return { ...(await identityProvider.visit(address)), ticket }
}
const signIn = async (at: World, who: PersonClaims) =>
  at.call().auth.signInElsewhere(await visitProvider(at, who))
const confirmEmail = (at: World, email: string) =>
  at.db.pool.query('update auth.users set email_verified = true where email = $1', [email.toLowerCase()])
const readMe = (at: World, { session }: { session: { token: string } }) => at.call(session).auth.me()

describe('a person with an account', () => {
  it('signs in by the verified email address and keeps the password', async () => {
    const account = await newAccount(world)
    await confirmEmail(world, account.email)
    const claims = createClaims(account.email)
    await world.call(account).consents.give({ version: consentVersion, at: 'sign_in' })
    const me = await readMe(world, await signIn(world, claims))
    expect([me.user.email, me.consent]).toEqual([account.email.toLowerCase(), 'given'])
    expect(await readCode(world.call().auth.signIn(toCredentials(account)))).toBeUndefined()
    // From then on the person is identified by the provider's subject, not by the email address.
    const movedSignIn = await signIn(world, { ...claims, email: 'moved@test.example' })
    expect((await readMe(world, movedSignIn)).user.email).toBe(account.email.toLowerCase())
    const { rows } = await world.db.pool.query(
      `select count(*) from auth.sessions s join auth.users u on u.id = s.user_id
       where u.email = $1 and s.proof = 'single_sign_on'`,
      [account.email.toLowerCase()],
    )
    expect(rows[0].count).toBe(2)
  })

  it("takes over the account when its unconfirmed address may have been a stranger's", async () => {
    const account = await newAccount(world)
    await world.call(account).consents.give({ version: consentVersion, at: 'sign_in' })
    await world
      .call(account)
      .trackers.create({ name: 'A phone', app: 'osmand', requestId: crypto.randomUUID() })
    await world.call(account).settings.updateProfile({
      emergencyContact: { name: 'Somebody', phone: '+15559999999', relationship: null },
    })
    const signInResult = await signIn(world, createClaims(account.email))
    // The stranger's location apps can no longer report the owner's position.
    expect((await world.call(signInResult.session).trackers.list()).trackers).toEqual([])
    // Contact data stays, because most accounts were created by their owner.
    expect((await readMe(world, signInResult)).profile).toMatchObject({
      phone: account.phone,
      emergencyContact: { name: 'Somebody', phone: '+15559999999' },
    })
    // Consent given by a stranger does not count as the owner's.
    expect((await readMe(world, signInResult)).consent).toBe('unasked')
    expect((await readMe(world, signInResult)).user.emailVerified).toBe(true)
    expect(await readCode(world.call(account).auth.me())).toBe('UNAUTHORIZED')
    expect(await readCode(world.call().auth.signIn(toCredentials(account)))).toBe('INVALID_CREDENTIALS')
    expect((await listMails(world, account.email)).join()).toContain('set your password and PIN')
  })

  it('sets a password with an emailed link if an action requires one', async () => {
    const { email } = await newAccount(world)
    const claims = createClaims(email.toLowerCase())
    const { session } = await signIn(world, claims)
    const { twoStep } = world.call(session)
    expect((await twoStep.state()).hasPassword).toBe(false)
    const password = 'seven-orange-birds'
    expect(await readCode(twoStep.begin({ password }))).toBe('WRONG_PASSWORD')
    await world.call().auth.resetPassword({ token: await requestResetToken(world, email), password })
    expect(await readCode(twoStep.state())).toBe('UNAUTHORIZED')
    const nextSignIn = await world.call().auth.signIn({ email, password })
    expect((await world.call(nextSignIn.session).twoStep.state()).hasPassword).toBe(true)
    expect((await world.call(nextSignIn.session).twoStep.begin({ password })).secret).toBeTruthy()
    // Single sign-on keeps working.
    expect((await readMe(world, await signIn(world, claims))).user.email).toBe(claims.email)
  })

  it('is refused with an unverified address', async () => {
    const account = await newAccount(world)
    const unverifiedClaims = createClaims(account.email, { email_verified: false })
    expect(await readCode(signIn(world, unverifiedClaims))).toBe('SSO_EMAIL_UNVERIFIED')
    expect(await countSessions(world, account.email)).toBe(1)
  })

  it.each(['inactive', 'suspended'])('is refused when they are %s', async status => {
    const account = await newAccount(world)
    await confirmEmail(world, account.email)
    await world.db.pool.query('update user_profiles set status = $2 where email = $1', [
      account.email.toLowerCase(),
      status,
    ])
    expect(await readCode(signIn(world, createClaims(account.email)))).toBe('ACCOUNT_NOT_ACTIVE')
    expect(await countSessions(world, account.email)).toBe(0)
  })
})

describe('an unknown person', () => {
  it('is refused, or becomes a member without zones, as configured', async () => {
    const claims = createClaims('mira.sen@test.example', { given_name: 'Mira', family_name: 'Sen' })
    expect(await readCode(signIn(world, claims))).toBe('SSO_UNKNOWN_PERSON')
    const { profile } = await readMe(welcomingWorld, await signIn(welcomingWorld, claims))
    expect(profile).toMatchObject({ firstName: 'Mira', lastName: 'Sen', role: 'app_user', status: 'active' })
    expect((await readMe(welcomingWorld, await signIn(welcomingWorld, claims))).profile?.id).toBe(profile?.id)
    expect(orders).toEqual([{ kind: 'invitation', email: claims.email }])
  })

  it('is asked for location consent, and the answer is stored with its time', async () => {
    const signInResult = await signIn(
      welcomingWorld,
      createClaims('asked@test.example', { given_name: 'Asha' }),
    )
    expect((await readMe(welcomingWorld, signInResult)).consent).toBe('unasked')
    const startedAt = Date.now()
    const { consents } = welcomingWorld.call(signInResult.session)
    const { consent } = await consents.give({ version: consentVersion, at: 'sign_in' })
    expect(consent).toMatchObject({ decision: 'given', version: consentVersion })
    expect(Math.abs(Date.parse(consent?.decidedAt ?? '') - startedAt)).toBeLessThan(60_000)
    expect((await readMe(welcomingWorld, signInResult)).consent).toBe('given')
    // The person has no password but is not listed as pending.
    const admin = await welcomingWorld.make.user({ role: 'admin' })
    const { rows } = await welcomingWorld.call(admin).accounts.list({ search: 'asked@test.example' })
    expect(rows.map(({ invited }) => invited)).toEqual([false])
  })

  it('is named after the email address if the provider gives no valid name', async () => {
    const claims = createClaims('j.o-brien@test.example', { given_name: 'http://evil.example' })
    expect((await readMe(welcomingWorld, await signIn(welcomingWorld, claims))).profile?.firstName).toBe(
      'j o brien',
    )
  })

  it('is refused when their domain is not allowed', async () => {
    for (const email of ['mira@elsewhere.example', 'mira@test.example.evil', 'mira@evil-test.example'])
      expect(await readCode(signIn(welcomingWorld, createClaims(email)))).toBe('SSO_UNKNOWN_PERSON')
  })
})

describe('a callback is refused', () => {
  const createConfirmedAccount = async () => {
    const account = await newAccount(world)
    await confirmEmail(world, account.email)
    return createClaims(account.email)
  }
  const finishSignIn = (callback: { state: string; code: string; ticket: string }) =>
    readCode(world.call().auth.signInElsewhere(callback))

  it('when its state is forged or another browser began the sign-in', async () => {
    const claims = await createConfirmedAccount()
    const callback = await visitProvider(world, claims)
    expect(await finishSignIn({ ...callback, state: 'made up' })).toBe('SIGN_IN_EXPIRED')
    expect(await finishSignIn({ ...callback, ticket: 'of another browser' })).toBe('SIGN_IN_EXPIRED')
    // The failed attempt consumed the state.
    expect(await finishSignIn(callback)).toBe('SIGN_IN_EXPIRED')
  })

  it("a second time: both the state and the provider's code are single-use", async () => {
    const claims = await createConfirmedAccount()
    const [firstCallback, secondCallback] = [
      await visitProvider(world, claims),
      await visitProvider(world, claims),
    ]
    expect(await finishSignIn(firstCallback)).toBeUndefined()
    expect(await finishSignIn(firstCallback)).toBe('SIGN_IN_EXPIRED')
    expect(await finishSignIn({ ...secondCallback, code: firstCallback.code })).toBe('SSO_REFUSED')
  })

  it('when the code comes from another sign-in, which has another nonce and verifier', async () => {
    const claims = await createConfirmedAccount()
    const [firstCallback, secondCallback] = [
      await visitProvider(world, claims),
      await visitProvider(world, claims),
    ]
    expect(await finishSignIn({ ...secondCallback, code: firstCallback.code })).toBe('SSO_REFUSED')
  })

  it("when its nonce is not the attempt's, even if everything else is correct", async () => {
    identityProvider.become(await createConfirmedAccount())
    const sso = readSingleSignOn({ ...readEnv({}), ...env }) as SingleSignOnSettings
    const provider = createProvider(sso, `${publicUrl}${callbackPath}`)
    const verifier = 'v'.repeat(43)
    const visitWithNonce = async (nonce: string) =>
      (await identityProvider.visit(await provider.addressFor({ state: 's', nonce, verifier }))).code
    const validCallback = await visitWithNonce('the nonce')
    await expect(provider.exchange(validCallback, { nonce: 'the nonce', verifier })).resolves.toMatchObject({
      sub: expect.any(String),
    })
    const otherCallback = await visitWithNonce('another nonce')
    expect(await readCode(provider.exchange(otherCallback, { nonce: 'the nonce', verifier }))).toBe(
      'SSO_REFUSED',
    )
  })
})

it('a provider that is down or misconfigured gives a clear error at sign-in', async () => {
  const unreachableWorld = await createTestServices({ env: { ...env, SSO_ISSUER: 'http://127.0.0.1:9' } })
  const otherIssuerWorld = await createTestServices({
    env: { ...env, SSO_ISSUER: `${identityProvider.issuer}/` },
  })
  try {
    for (const testWorld of [unreachableWorld, otherIssuerWorld])
      await expect(testWorld.call().auth.beginSingleSignOn()).rejects.toMatchObject({
        code: 'SSO_UNAVAILABLE',
        message: expect.stringContaining('can’t be reached right now'),
      })
  } finally {
    await Promise.all([unreachableWorld.stop(), otherIssuerWorld.stop()])
  }
})
