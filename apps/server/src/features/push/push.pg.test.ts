import type { PushNotice } from '@muster/contract/push.ts'
import { pushDevicesMost } from '@muster/domain/push.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBadHost } from '../../lib/testing/bad-host.ts'
import { tokenHash } from '../../rpc/sessions.queries.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { createPushSender } from './push-sender.ts'
import { standInPushService } from './testing/stand-in-push-service.ts'

let muster: Awaited<ReturnType<typeof createTestServices>>
let service: Awaited<ReturnType<typeof standInPushService>>
let user: TestUser

beforeAll(async () => {
  muster = await createTestServices({ env: { PUSH_ALLOW_PRIVATE: true } })
  service = await standInPushService()
})
afterAll(async () => {
  await service.stop()
  await muster.stop()
})
beforeEach(async () => {
  service.received.length = 0
  service.answers.length = 0
  user = await muster.make.user()
})

const call = (who: Pick<TestUser, 'token'> = user) => muster.call(who).push
const subscribed = async (who = user) => {
  const subscription = service.browser()
  return { subscription, device: await call(who).subscribe(subscription) }
}
/** Signs the same person in on another device. */
async function subscribeSecondDevice({ id }: TestUser): Promise<TestUser> {
  const [sessionId, token] = [crypto.randomUUID(), crypto.randomUUID()]
  await muster.db.pool.query(
    `insert into auth.sessions (id, token, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [sessionId, tokenHash(token), id],
  )
  return { ...user, id, sessionId, token }
}
const sender = (over: object = {}) => createPushSender({ ...muster.services, ...over })
const listRows = (...who: TestUser[]) =>
  muster.db.asOwner('a test', tx =>
    sender().listSubscriptions(
      tx,
      who.map(it => it.id),
    ),
  )
async function readRow(who = user) {
  const [row] = await listRows(who)
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
    const { subscription, device } = await subscribed()
    const phone = await subscribeSecondDevice(user)
    const other = await subscribed(phone)
    expect(device).toMatchObject({ current: true, lastSentAt: null })
    expect(await call().subscribe(subscription)).toEqual(device)
    const { devices } = await call().devices()
    expect(devices).toEqual([device, { ...other.device, current: false }])
    expect(await call().unsubscribe({ deviceId: other.device.id })).toEqual({ removed: true })
    expect(await readCode(call().unsubscribe({ deviceId: other.device.id }))).toBe('NOT_FOUND')
    expect((await call().devices()).devices).toEqual([device])
    const { rows } = await muster.db.pool.query('select count(*)::int from feed_events where kind = $1', [
      'push.changed',
    ])
    expect(rows[0].count).toBeGreaterThanOrEqual(3)
  })

  it('cannot be tested or removed by another person', async () => {
    const { device } = await subscribed()
    const stranger = await muster.make.user()
    expect(await readCode(call(stranger).test({ deviceId: device.id }))).toBe('NOT_FOUND')
    expect(await readCode(call(stranger).unsubscribe({ deviceId: device.id }))).toBe('NOT_FOUND')
    expect((await call(stranger).devices()).devices).toEqual([])
    expect(service.received).toEqual([])
  })

  it('belong to the last person who signed in there, and each session has only its latest browser', async () => {
    const { subscription } = await subscribed()
    const next = await muster.make.user()
    await call(next).subscribe(subscription)
    expect((await call().devices()).devices).toEqual([])
    expect(await listRows(user)).toEqual([])
    const renewed = await subscribed(next)
    expect((await call(next).devices()).devices).toEqual([renewed.device])
  })

  it('are limited in number', async () => {
    for (let n = 0; n < pushDevicesMost; n++) await subscribed(await subscribeSecondDevice(user))
    expect(await readCode(call().subscribe(service.browser()))).toBe('PUSH_DEVICES_FULL')
  })

  it('get nothing after sign-out, or when the person may no longer sign in', async () => {
    const phone = await subscribeSecondDevice(user)
    await subscribed(phone)
    await subscribed()
    expect(await listRows(user)).toHaveLength(2)
    await muster.call(phone).auth.signOut()
    expect((await call().devices()).devices).toHaveLength(1)
    await muster.db.pool.query(`update auth.sessions set expires_at = now() where id = $1`, [user.sessionId])
    expect(await listRows(user)).toEqual([])
  })
})

describe('an invalid subscription', () => {
  const good = () => service.browser()
  const bad: [string, object, boolean?][] = [
    ['no address', { endpoint: 'push' }],
    ['another protocol', { endpoint: 'ftp://push.example.org/x' }],
    ['a password', { endpoint: 'https://a:b@push.example.org/x' }],
    ['a line break', { endpoint: 'https://push.example.org/\nx' }],
    ['a key that is no point', { p256dh: 'B'.repeat(87) }],
    ['a key that is too short', { p256dh: 'BAAA' }],
    ['a secret that is too short', { auth: 'AAAA' }],
  ]
  it.each(bad)('is refused: %s', async (_what, over) => {
    expect(await readCode(call().subscribe({ ...good(), ...over }))).toBe('PUSH_SUBSCRIPTION_INVALID')
  })

  it.each([
    'http://push.example.org/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
  ])('is refused without PUSH_ALLOW_PRIVATE: %s', async endpoint => {
    const strict = await createTestServices()
    try {
      const me = await strict.make.user()
      expect(await readCode(strict.call(me).push.subscribe({ ...good(), endpoint }))).toBe(
        'PUSH_SUBSCRIPTION_INVALID',
      )
    } finally {
      await strict.stop()
    }
  })
})

describe('a push', () => {
  it('is signed by this installation, and only the receiving browser can decrypt it', async () => {
    const { subscription } = await subscribed()
    expect(await sender().send(await readRow(), notice)).toBe('sent')
    const [push] = service.received
    expect(push).toMatchObject({
      notice,
      publicKey: (await call().key()).publicKey,
      claims: { aud: service.origin, sub: 'mailto:muster@localhost' },
      headers: { urgency: 'high', ttl: '14400', 'content-encoding': 'aes128gcm' },
    })
    expect(`${service.origin}${push?.path}`).toBe(subscription.endpoint)
    expect(push?.headers.topic).toMatch(/^[\w-]{32}$/)
    const [device] = (await call().devices()).devices
    expect(device?.lastSentAt).toEqual(expect.any(String))
  })

  it('can be sent as a test on request', async () => {
    const { device } = await subscribed()
    expect(await call().test({ deviceId: device.id })).toEqual({ outcome: 'sent' })
    expect(service.received[0]?.notice).toMatchObject({ title: 'Notifications are on', tag: 'test' })
    const failed = []
    for (let n = 0; n < 10; n++) failed.push(await readCode(call().test({ deviceId: device.id })))
    expect(failed).toContain('TOO_MANY_REQUESTS')
  })

  it('wakes a dozing phone even if the alert is not urgent', async () => {
    await subscribed()
    await sender().send(await readRow(), { ...notice, urgency: 'normal' })
    expect(service.received[0]).toMatchObject({ headers: { urgency: 'high' }, notice: { urgency: 'normal' } })
  })

  it('is shown without the service worker by browsers that support Declarative Web Push', async () => {
    await subscribed()
    const env = { ...muster.services.env, PUBLIC_URL: 'https://muster.example' }
    await sender({ env }).send(await readRow(), notice)
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
    const dripping = await startBadHost('says a byte now and then')
    try {
      await subscribed()
      const endpoint = `http://127.0.0.1:${dripping.port}/x`
      expect(await sender().send({ ...(await readRow()), endpoint }, notice)).toBe('sent')
      await expect.poll(dripping.open).toBe(0)
    } finally {
      await dripping.stop()
    }
  })

  it.each(['http://localhost:4280', 'https://muster.example'])(
    'is shortened to the maximum size at %s',
    async PUBLIC_URL => {
      await subscribed()
      const its = sender({ env: { ...muster.services.env, PUBLIC_URL } })
      expect(await its.send(await readRow(), { ...notice, body: '👷\n'.repeat(3_000) })).toBe('sent')
      const body = String(service.received[0]?.notice.body)
      expect(body).toMatch(/^(👷\n)+👷?…$/u)
      expect(Buffer.byteLength(JSON.stringify(service.received[0]?.notice))).toBeLessThanOrEqual(3_000)
      expect(Buffer.byteLength(body)).toBeGreaterThan(1_000)
    },
  )

  it.each([404, 410])('removes an expired subscription (%i)', async status => {
    await subscribed()
    service.answers.push(status)
    expect(await sender().send(await readRow(), notice)).toBe('gone')
    expect(await listRows(user)).toEqual([])
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
  ] as const)('that fails with %s has the outcome "%s"', async (answered, outcome) => {
    await subscribed()
    service.answers.push(answered)
    expect(await sender().send(await readRow(), notice)).toBe(outcome)
    expect(await listRows(user)).toHaveLength(1)
    expect(service.received).toEqual([])
  })

  it('is never sent to a private address, whatever the host name resolves to', async () => {
    await subscribed()
    const strict = { env: { ...muster.services.env, PUSH_ALLOW_PRIVATE: false } }
    expect(await sender(strict).send(await readRow(), notice)).toBe('refused')
    const row = { ...(await readRow()), endpoint: 'https://push.example.org/x' }
    const find = async () => [{ address: '127.0.0.1', family: 4 }]
    expect(await sender({ ...strict, find }).send(row, notice)).toBe('later')
    expect(service.received).toEqual([])
  })
})
