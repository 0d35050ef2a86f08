import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMailer, type Mail } from '../../lib/mail.ts'
import { refusingPort, startBadHost } from '../../lib/testing/bad-host.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { createPushSender } from '../push/index.ts'
import { standInPushService } from '../push/testing/stand-in-push-service.ts'
import { createAlertWorker } from './alert-worker.ts'

/** A push timeout longer than any of the tests. */
const FOR_EVER = 50_000

let muster: Awaited<ReturnType<typeof createTestServices>>
let service: Awaited<ReturnType<typeof standInPushService>>
let silent: Awaited<ReturnType<typeof startBadHost>>
let zone: TestZone
let workers: ReturnType<typeof createAlertWorker>[]

beforeAll(async () => {
  muster = await createTestServices({ env: { PUSH_ALLOW_PRIVATE: true } })
  service = await standInPushService()
})
afterAll(async () => {
  await service.stop()
  await muster.stop()
})
beforeEach(async () => {
  workers = []
  service.received.length = 0
  silent = await startBadHost('accepts and says nothing')
  zone = await muster.make.zone({ name: 'Yard' })
})
afterEach(async () => {
  await silent.stop()
  for (const worker of workers) await worker.stop()
  await muster.db.pool.query('truncate alert_deliveries')
})

const silentDevice = (n = 0) => ({
  ...service.browser(),
  endpoint: `http://127.0.0.1:${silent.port}/${n}-${crypto.randomUUID()}`,
})

async function member(firstName: string, devices: ReturnType<typeof service.browser>[] = []) {
  const user = await muster.make.user({ firstName })
  await muster.make.assign(user, zone)
  for (const { endpoint, p256dh, auth } of devices)
    await muster.db.pool.query(
      `with session as (
         insert into auth.sessions (token, user_id, expires_at)
         values (gen_random_uuid()::text, $1, now() + interval '1 day') returning id)
       insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, user_agent)
       select $1, id, $2, $3, $4, 'Phone' from session`,
      [user.id, endpoint, p256dh, auth],
    )
  await muster.db.pool.query('update auth.users set email_verified = true where id = $1', [user.id])
  await muster.db.pool.query('delete from user_alerts where user_id = $1', [user.id])
  return user
}

const wantMail = (who: TestUser) =>
  muster.call(who).alerts.setPreference({ type: 'hazard_alert', inbox: true, push: true, mail: true })

const raise = (title: string, people: readonly TestUser[], facts: object = {}) =>
  muster.db.pool.query(
    'select raise_alerts($1, $2, to_jsonb($3::text), to_jsonb($4::text), $5, $6, $7::uuid[])',
    ['hazard_alert', zone.id, title, 'happened', facts, crypto.randomUUID(), people.map(it => it.id)],
  )
const urgent = { urgent: true }

type Row = { state: string; attempts: number; postponed: number; problem: string | null; waits: boolean }
const deliveries = async (channel: 'push' | 'mail', title?: string): Promise<Row[]> =>
  (
    await muster.db.pool.query<Row>(
      `select d.state, d.attempts, d.postponed, d.problem, d.next_try_at > now() as waits
       from alert_deliveries d join user_alerts a on a.id = d.alert_id
       where d.channel = $1 and ($2::text is null or a.title = $2) order by d.attempts desc, d.next_try_at`,
      [channel, title],
    )
  ).rows

const hangingMailer = () =>
  createMailer({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${silent.port}`,
      MAIL_FROM: 'muster@localhost',
      MAIL_REPLY_TO: undefined,
      DATA_DIR: muster.dataDir,
    },
    log: pino({ level: 'silent' }),
  })

function start({
  mailer = { send: async () => undefined },
  patienceMs = FOR_EVER,
}: {
  mailer?: { send: (mail: Mail, withinMs?: number) => Promise<void> }
  patienceMs?: number
} = {}) {
  const worker = createAlertWorker({
    db: muster.db,
    mailer,
    push: createPushSender({ ...muster.services, patienceMs }),
    env: { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://muster.example' },
    log: { warn: () => undefined },
  })
  workers.push(worker)
  return worker
}
const titles = () => service.received.map(it => it.notice.title)

it('urgent pushes are sent while those to silent devices of many people hang', async () => {
  const many = await member(
    'Many',
    Array.from({ length: 20 }, (_, n) => silentDevice(n)),
  )
  const colleagues = []
  for (let n = 0; n < 18; n++) colleagues.push(await member(`Colleague${n}`, [silentDevice(n)]))
  const elsewhere = await member('Elsewhere', [service.browser()])
  for (let n = 0; n < 4; n++) await raise(`Ordinary ${n}`, [many, ...colleagues])
  const worker = start()
  await worker.catchUp()
  await expect.poll(silent.open).toBeGreaterThan(20)

  await raise('Evacuate', [elsewhere], urgent)
  await worker.catchUp()
  await expect.poll(titles, { timeout: 2_000 }).toEqual(['Evacuate'])
  // No ordinary delivery ended to make room for it.
  const before = await Promise.all([0, 1, 2, 3].map(n => deliveries('push', `Ordinary ${n}`)))
  expect(before.flat().every(it => it.state === 'waiting' && it.problem === null)).toBe(true)
})

it('the next delivery starts when one ends, not when all do', async () => {
  const slow = await member('Slow', [silentDevice()])
  const quick = []
  for (let n = 0; n < 40; n++) quick.push(await member(`Quick${n}`, [service.browser()]))
  await raise('Slow', [slow])
  await raise('Quick', quick)
  const worker = start()
  await worker.catchUp()
  await expect.poll(titles).toHaveLength(40)
  expect(await deliveries('push', 'Slow')).toMatchObject([{ state: 'waiting', problem: null }])
})

it('a person has two deliveries in progress, and urgent ones in addition', async () => {
  const slow = await member('Slow', [silentDevice()])
  for (let n = 0; n < 5; n++) await raise('Ordinary', [slow])
  await raise('Evacuate', [slow], urgent)
  const worker = start()
  await worker.catchUp()
  await expect.poll(silent.open).toBe(3)
  expect((await deliveries('push', 'Ordinary')).map(it => it.attempts)).toEqual([1, 1, 0, 0, 0])
  expect((await deliveries('push', 'Evacuate')).map(it => it.attempts)).toEqual([1])
})

it('urgent push notifications and emails are sent while ordinary emails hang at a silent mail server', async () => {
  const readers = []
  for (let n = 0; n < 20; n++) readers.push(await member(`Reader${n}`))
  for (const reader of readers) await wantMail(reader)
  const other = await member('Elsewhere', [service.browser()])
  const hanging = hangingMailer()
  const mailed: string[] = []
  const mailer = {
    async send(mail: Mail) {
      if (mail.to !== other.email) return hanging.send(mail)
      mailed.push(mail.subject)
    },
  }
  await raise('Ordinary', readers)
  const worker = start({ mailer })
  await worker.catchUp()
  await expect.poll(silent.open).toBe(8)

  await raise('Evacuate', [other], urgent)
  await worker.catchUp()
  await expect.poll(() => [titles(), mailed]).toEqual([['Evacuate'], ['Evacuate']])
  const ordinary = await deliveries('mail', 'Ordinary')
  expect(ordinary.every(it => it.state === 'waiting' && it.problem === null)).toBe(true)
  await hanging.stop()
})

it('ordinary deliveries to a silent push service are postponed without counting as attempts, for an hour at most', async () => {
  const slow = []
  for (let n = 0; n < 3; n++) slow.push(await member(`Slow${n}`, [silentDevice()]))
  const worker = start({ patienceMs: 100 })
  const settle = async () => {
    await worker.catchUp()
    await worker.idle()
  }
  await raise('First', slow)
  await settle()
  expect(await deliveries('push', 'First')).toMatchObject(
    [1, 2, 3].map(() => ({ state: 'waiting', attempts: 1, postponed: 0 })),
  )
  const connections = silent.met()
  const both = await member('Both', [silentDevice(), service.browser()])
  await raise('Second', [...slow, both])
  await settle()
  expect(titles()).toEqual(['Second'])
  expect(silent.met()).toBe(connections)
  const second = await deliveries('push', 'Second')
  expect(second.filter(it => it.state === 'waiting')).toEqual(
    [1, 2, 3].map(() => ({
      state: 'waiting',
      attempts: 0,
      postponed: 1,
      problem: 'The push service does not answer',
      waits: true,
    })),
  )
  await muster.db.pool.query(
    `update alert_deliveries set postponed = 60, next_try_at = now() where state = 'waiting'`,
  )
  await settle()
  expect((await deliveries('push', 'Second')).map(it => it.state).toSorted()).toEqual([
    'failed',
    'failed',
    'failed',
    'sent',
  ])
})

it('immediate failures do not pause a push service', async () => {
  const refusing = `http://127.0.0.1:${await refusingPort()}/`
  const people = []
  for (let n = 0; n < 5; n++)
    people.push(await member(`Member${n}`, [{ ...service.browser(), endpoint: refusing + n }]))
  await raise('Something', people)
  const worker = start()
  for (let n = 0; n < 2; n++) {
    await worker.catchUp()
    await worker.idle()
    await muster.db.pool.query('update alert_deliveries set next_try_at = now()')
  }
  const failed = { state: 'waiting', attempts: 2, postponed: 0, problem: 'The push service did not take it' }
  expect(await deliveries('push')).toMatchObject(people.map(() => failed))
})

it('urgent pushes to a paused push service are tried, and retried for a skipped device', async () => {
  const slow = []
  for (let n = 0; n < 3; n++) slow.push(await member(`Slow${n}`, [silentDevice()]))
  const worker = start({ patienceMs: 500 })
  await raise('Ordinary', slow)
  await worker.catchUp()
  await worker.idle()
  const connections = silent.met()
  const ann = await member('Ann', [silentDevice(1), silentDevice(2), silentDevice(3), service.browser()])
  await raise('Evacuate', [ann], urgent)
  await worker.catchUp()
  await worker.idle()
  expect([silent.met() - connections, titles()]).toEqual([2, ['Evacuate']])
  expect(await deliveries('push', 'Evacuate')).toMatchObject([
    { state: 'waiting', postponed: 1, waits: true },
  ])
  await muster.db.pool.query('update alert_deliveries set next_try_at = now() where urgent')
  await worker.catchUp()
  await worker.idle()
  expect([silent.met() - connections, titles()]).toEqual([3, ['Evacuate']])
  expect(await deliveries('push', 'Evacuate')).toMatchObject([
    { state: 'waiting', attempts: 1, problem: 'The push service did not take it' },
  ])
})

it('a mail server has 50 seconds, less than the lease of the delivery', async () => {
  await raise('Evacuate', [await member('Ann')], urgent)
  const limits: (number | undefined)[] = []
  const worker = start({ mailer: { send: async (_mail, withinMs) => void limits.push(withinMs) } })
  await worker.catchUp()
  await worker.idle()
  expect(limits).toEqual([50_000])
})

it('any error text of a mail server is stored, and delivery continues', async () => {
  const [ann, bob] = [await member('Ann'), await member('Bob')]
  const mailed: string[] = []
  const worker = start({
    mailer: {
      async send({ to }) {
        if (to === ann.email) throw new Error(`\0${'x'.repeat(298)}😀`)
        mailed.push(to)
      },
    },
  })
  for (const person of [ann, bob]) {
    await raise('Evacuate', [person], urgent)
    await worker.catchUp()
    await worker.idle()
  }
  expect(mailed).toEqual([bob.email])
  expect(await deliveries('mail')).toMatchObject([
    { state: 'sent' },
    { state: 'waiting', problem: `${'x'.repeat(298)}\ufffd` },
  ])
})

it('stopping does not wait for hanging deliveries, which are retried when their lease expires', async () => {
  const ann = await member('Ann', [silentDevice()])
  await raise('Something', [ann])
  const worker = start()
  await worker.catchUp()
  await expect.poll(silent.open).toBe(1)
  await worker.stop()
  expect(await deliveries('push')).toMatchObject([{ state: 'waiting', attempts: 1 }])
  const next = start({ patienceMs: 100 })
  await next.catchUp()
  await next.idle()
  expect(await deliveries('push')).toMatchObject([{ attempts: 1 }])
  await muster.db.pool.query('update alert_deliveries set taken_until = now() - interval $$1 second$$')
  await next.catchUp()
  await next.idle()
  expect(await deliveries('push')).toMatchObject([{ attempts: 2 }])
})

/** Membership is checked again when the delivery starts; the alert is kept to simulate one written during removal. */
it.each([
  ['is sent to a member', undefined, 'sent'],
  [
    'is not sent to a person who was removed from the zone',
    `alter table zone_assignments disable trigger follow_assignment_removed;
     delete from zone_assignments where user_id = $1;
     alter table zone_assignments enable trigger follow_assignment_removed`,
    'skipped',
  ],
  [
    'is not sent to a suspended account',
    `update user_profiles set status = 'suspended' where id = $1`,
    'skipped',
  ],
])('an alert of a zone %s', async (_title, change, state) => {
  const ann = await member('Ann', [service.browser()])
  await wantMail(ann)
  await raise('Something', [ann])
  if (change) await muster.db.pool.query(change.replaceAll('$1', `'${ann.id}'`))
  const mailed: string[] = []
  const worker = start({ mailer: { send: async ({ subject }) => void mailed.push(subject) } })
  await worker.catchUp()
  await worker.idle()
  expect([await deliveries('push', 'Something'), await deliveries('mail', 'Something')]).toMatchObject([
    [{ state }],
    [{ state }],
  ])
  expect([titles(), mailed].map(it => it.includes('Something'))).toEqual(
    [state, state].map(it => it === 'sent'),
  )
})

it('a broadcast is emailed and pushed in full, although its alert is an excerpt', async () => {
  const ann = await member('Ann', [service.browser()])
  const manager = await muster.make.user()
  await muster.make.assign(manager, zone, 'zone_manager_rw')
  const message = `Leave by gate 3. ${'Stay calm. '.repeat(60)}Meet at the pier.`
  await muster.call(manager).broadcasts.send({
    zoneId: zone.id,
    requestId: crypto.randomUUID(),
    title: 'Evacuate',
    message,
    priority: 'urgent',
  })
  const mailed: string[] = []
  const worker = start({
    mailer: { send: async ({ to, text }) => void (to === ann.email && mailed.push(text)) },
  })
  await worker.catchUp()
  await worker.idle()
  expect(mailed).toEqual([expect.stringContaining(message)])
  expect(service.received).toMatchObject([{ notice: { body: message } }])
})
