import type { PushNotice } from '@muster/contract/push.ts'
import { maxPushDevices } from '@muster/domain/push.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '../../lib/secrets.ts'
import { startBadHost } from '../../lib/testing/bad-host.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { createTestServices, testServices } from '../../testing/test-services.ts'
import { createPushSender } from './push-sender.ts'
import { startStandInPushService } from './testing/stand-in-push-service.ts'

const muster = testServices({ env: { PUSH_ALLOW_PRIVATE: true } })
let service: Awaited<ReturnType<typeof startStandInPushService>>
let user: TestUser

beforeAll(async () => {
  service = await startStandInPushService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.received.length = 0
  service.answers.length = 0
  user = await muster.make.user()
})

const call = (caller: Pick<TestUser, 'token'> = user) => muster.call(caller).push
const subscribeBrowser = async (owner = user) => {
  const subscription = service.browser()
  return { subscription, device: await call(owner).subscribe(subscription) }
}
/** Signs the same person in on another device. */
async function subscribeSecondDevice({ id }: TestUser): Promise<TestUser> {
  const [sessionId, token] = [crypto.randomUUID(), crypto.randomUUID()]
  await muster.db.pool.query(
    `insert into auth.sessions (id, token, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [sessionId, hashToken(token), id],
  )
  return { ...user, id, sessionId, token }
}
const createSender = (overrides: object = {}) => createPushSender({ ...muster.services, ...overrides })
const listSubscriptions = (...owners: TestUser[]) =>
  muster.db.asOwner('a test', tx =>
    createSender().listSubscriptions(
      tx,
      owners.map(it => it.id),
    ),
  )
async function readSubscription(owner = user) {
  const [row] = await listSubscriptions(owner)
  if (!row) throw new Error('There is no subscription')
  return row
}
const notice: PushNotice = {
  title: 'Fire alarm',
  body: 'North yard: leave by the gate.',
  url: '#/alerts',
  tag: 'alert:1',
  urgency: 'high',
  badge: 3,
}

describe('the devices of a person', () => {
  it('are listed, the current one first, and can be removed', async () => {
    const { subscription, device } = await subscribeBrowser()
    const userOnPhone = await subscribeSecondDevice(user)
    const otherSubscription = await subscribeBrowser(userOnPhone)
    expect(device).toMatchObject({ current: true, lastSentAt: null })
    expect(await call().subscribe(subscription)).toEqual(device)
    const { devices } = await call().devices()
    expect(devices).toEqual([device, { ...otherSubscription.device, current: false }])
    expect(await call().unsubscribe({ deviceId: otherSubscription.device.id })).toEqual({ removed: true })
    expect(await readCode(call().unsubscribe({ deviceId: otherSubscription.device.id }))).toBe('NOT_FOUND')
    expect((await call().devices()).devices).toEqual([device])
    const { rows } = await muster.db.pool.query('select count(*)::int from feed_events where kind = $1', [
      'push.changed',
    ])
    expect(rows[0].count).toBeGreaterThanOrEqual(3)
  })

  it('cannot be tested or removed by another person', async () => {
    const { device } = await subscribeBrowser()
    const stranger = await muster.make.user()
    expect(await readCode(call(stranger).test({ deviceId: device.id }))).toBe('NOT_FOUND')
    expect(await readCode(call(stranger).unsubscribe({ deviceId: device.id }))).toBe('NOT_FOUND')
    expect((await call(stranger).devices()).devices).toEqual([])
    expect(service.received).toEqual([])
  })

  it('belong to the last person who signed in there, and each session has only its latest browser', async () => {
    const { subscription } = await subscribeBrowser()
    const nextUser = await muster.make.user()
    await call(nextUser).subscribe(subscription)
    expect((await call().devices()).devices).toEqual([])
    expect(await listSubscriptions(user)).toEqual([])
    const renewedSubscription = await subscribeBrowser(nextUser)
    expect((await call(nextUser).devices()).devices).toEqual([renewedSubscription.device])
  })

  it('are limited in number', async () => {
    for (let n = 0; n < maxPushDevices; n++) await subscribeBrowser(await subscribeSecondDevice(user))
    expect(await readCode(call().subscribe(service.browser()))).toBe('PUSH_DEVICES_FULL')
  })

  it('get nothing after sign-out, or when the person may no longer sign in', async () => {
    const userOnPhone = await subscribeSecondDevice(user)
    await subscribeBrowser(userOnPhone)
    await subscribeBrowser()
    expect(await listSubscriptions(user)).toHaveLength(2)
    await muster.call(userOnPhone).auth.signOut()
    expect((await call().devices()).devices).toHaveLength(1)
    await muster.db.pool.query(`update auth.sessions set expires_at = now() where id = $1`, [user.sessionId])
    expect(await listSubscriptions(user)).toEqual([])
  })
})

describe('an invalid subscription', () => {
  const createSubscription = () => service.browser()
  const invalidCases: [string, object, boolean?][] = [
    ['no address', { endpoint: 'push' }],
    ['another protocol', { endpoint: 'ftp://push.example.org/x' }],
    ['a password', { endpoint: 'https://a:b@push.example.org/x' }],
    ['a line break', { endpoint: 'https://push.example.org/\nx' }],
    ['a key that is no point', { p256dh: 'B'.repeat(87) }],
    ['a key that is too short', { p256dh: 'BAAA' }],
    ['a secret that is too short', { auth: 'AAAA' }],
  ]
  it.each(invalidCases)('is refused: %s', async (_what, overrides) => {
    expect(await readCode(call().subscribe({ ...createSubscription(), ...overrides }))).toBe(
      'PUSH_SUBSCRIPTION_INVALID',
    )
  })

  let strictServices: Awaited<ReturnType<typeof createTestServices>>
  beforeAll(async () => {
    strictServices = await createTestServices()
  })
  afterAll(() => strictServices.stop())

  it.each([
    'http://push.example.org/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
  ])('is refused without PUSH_ALLOW_PRIVATE: %s', async endpoint => {
    const strictUser = await strictServices.make.user()
    expect(
      await readCode(strictServices.call(strictUser).push.subscribe({ ...createSubscription(), endpoint })),
    ).toBe('PUSH_SUBSCRIPTION_INVALID')
  })
})

describe('a push', () => {
  it('is signed by this installation, and only the receiving browser can decrypt it', async () => {
    const { subscription } = await subscribeBrowser()
    expect(await createSender().send(await readSubscription(), notice)).toBe('sent')
    const [receivedPush] = service.received
    expect(receivedPush).toMatchObject({
      notice,
      publicKey: (await call().key()).publicKey,
      claims: { aud: service.origin, sub: 'mailto:muster@localhost' },
      headers: { urgency: 'high', ttl: '14400', 'content-encoding': 'aes128gcm' },
    })
    expect(`${service.origin}${receivedPush?.path}`).toBe(subscription.endpoint)
    expect(receivedPush?.headers.topic).toMatch(/^[\w-]{32}$/)
    const [device] = (await call().devices()).devices
    expect(device?.lastSentAt).toEqual(expect.any(String))
  })

  it('can be sent as a test on request', async () => {
    const { device } = await subscribeBrowser()
    expect(await call().test({ deviceId: device.id })).toEqual({ outcome: 'sent' })
    expect(service.received[0]?.notice).toMatchObject({ title: 'Notifications are on', tag: 'test' })
    const codes = []
    for (let n = 0; n < 10; n++) codes.push(await readCode(call().test({ deviceId: device.id })))
    expect(codes).toContain('TOO_MANY_REQUESTS')
  })

  it('is sent as a test in the language of the person', async () => {
    const { device } = await subscribeBrowser()
    await muster.db.pool.query(`update user_profiles set language = 'hi' where id = $1`, [user.id])
    await call().test({ deviceId: device.id })
    expect(service.received[0]?.notice).toMatchObject({ title: 'सूचनाएँ चालू हैं' })
  })

  it('wakes a dozing phone even if the alert is not urgent', async () => {
    await subscribeBrowser()
    await createSender().send(await readSubscription(), { ...notice, urgency: 'normal' })
    expect(service.received[0]).toMatchObject({ headers: { urgency: 'high' }, notice: { urgency: 'normal' } })
  })

  it('is shown without the service worker by browsers that support Declarative Web Push', async () => {
    await subscribeBrowser()
    const env = { ...muster.services.env, PUBLIC_URL: 'https://muster.example' }
    await createSender({ env }).send(await readSubscription(), notice)
    expect(service.received[0]?.notice).toEqual({
      ...notice,
      web_push: 8030,
      notification: {
        title: notice.title,
        body: notice.body,
        navigate: 'https://muster.example/#/alerts',
        tag: notice.tag,
        renotify: true,
        requireInteraction: true,
        app_badge: 3,
      },
      app_badge: 3,
    })
  })

  it('gets its outcome from the response status, without waiting for the body', async () => {
    const drippingHost = await startBadHost('says a byte now and then')
    try {
      await subscribeBrowser()
      const endpoint = `http://127.0.0.1:${drippingHost.port}/x`
      expect(await createSender().send({ ...(await readSubscription()), endpoint }, notice)).toBe('sent')
      await expect.poll(drippingHost.open).toBe(0)
    } finally {
      await drippingHost.stop()
    }
  })

  it.each(['http://localhost:4280', 'https://muster.example'])(
    'is shortened to the maximum size at %s',
    async PUBLIC_URL => {
      await subscribeBrowser()
      const urlSender = createSender({ env: { ...muster.services.env, PUBLIC_URL } })
      expect(await urlSender.send(await readSubscription(), { ...notice, body: '👷\n'.repeat(3_000) })).toBe(
        'sent',
      )
      const body = String(service.received[0]?.notice.body)
      expect(body).toMatch(/^(👷\n)+👷?…$/u)
      expect(Buffer.byteLength(JSON.stringify(service.received[0]?.notice))).toBeLessThanOrEqual(3_000)
      expect(Buffer.byteLength(body)).toBeGreaterThan(1_000)
    },
  )

  it.each([404, 410])('removes an expired subscription (%i)', async status => {
    await subscribeBrowser()
    service.answers.push(status)
    expect(await createSender().send(await readSubscription(), notice)).toBe('gone')
    expect(await listSubscriptions(user)).toEqual([])
  })

  it.each([
    [429, 'later'],
    [500, 'later'],
    [503, 'later'],
    ['silence', 'later'],
    [403, 'refused'],
    [413, 'refused'],
    // Redirects are not followed.
    [307, 'refused'],
  ] as const)('that fails with %s has the outcome "%s"', async (response, outcome) => {
    await subscribeBrowser()
    service.answers.push(response)
    expect(await createSender().send(await readSubscription(), notice)).toBe(outcome)
    expect(await listSubscriptions(user)).toHaveLength(1)
    expect(service.received).toEqual([])
  })

  it('is never sent to a private address, whatever the host name resolves to', async () => {
    await subscribeBrowser()
    const strictDeps = { env: { ...muster.services.env, PUSH_ALLOW_PRIVATE: false } }
    expect(await createSender(strictDeps).send(await readSubscription(), notice)).toBe('refused')
    const row = { ...(await readSubscription()), endpoint: 'https://push.example.org/x' }
    const findAddress = async () => [{ address: '127.0.0.1', family: 4 }]
    expect(await createSender({ ...strictDeps, find: findAddress }).send(row, notice)).toBe('later')
    expect(service.received).toEqual([])
  })
})
