import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMailer, type Mail } from '../../lib/mail.ts'
import { findRefusingPort, startBadHost } from '../../lib/testing/bad-host.ts'
import type { FeedEntry } from '../../live/entry.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { createPushSender } from '../push/index.ts'
import { startStandInPushService } from '../push/testing/stand-in-push-service.ts'
import { createAlertWorker } from './alert-worker.ts'

/** A push timeout longer than any of the tests. */
const LONG_TIMEOUT_MS = 50_000

const muster = testServices({ env: { PUSH_ALLOW_PRIVATE: true } })
let pushService: Awaited<ReturnType<typeof startStandInPushService>>
let silentHost: Awaited<ReturnType<typeof startBadHost>>
let zone: TestZone
let workers: ReturnType<typeof createAlertWorker>[]

beforeAll(async () => {
  pushService = await startStandInPushService()
})
afterAll(() => pushService.stop())
beforeEach(async () => {
  workers = []
  pushService.received.length = 0
  silentHost = await startBadHost('accepts and says nothing')
  zone = await muster.make.zone({ name: 'Yard' })
})
afterEach(async () => {
  await silentHost.stop()
  for (const worker of workers) await worker.stop()
  await muster.db.pool.query('truncate alert_deliveries')
})

const createSilentDevice = (n = 0) => ({
  ...pushService.browser(),
  endpoint: `http://127.0.0.1:${silentHost.port}/${n}-${crypto.randomUUID()}`,
})

async function addMember(firstName: string, devices: ReturnType<typeof pushService.browser>[] = []) {
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

const enableMail = (who: TestUser) =>
  muster.call(who).alerts.setPreference({ type: 'hazard_alert', inbox: true, push: true, mail: true })

const raise = (
  title: string,
  people: readonly TestUser[],
  facts: object = {},
  source: string = crypto.randomUUID(),
) =>
  muster.db.pool.query(
    'select raise_alerts($1, $2, to_jsonb($3::text), to_jsonb($4::text), $5, $6, $7::uuid[])',
    ['hazard_alert', zone.id, title, 'happened', facts, source, people.map(it => it.id)],
  )
const urgentFacts = { urgent: true }

type DeliveryRow = {
  state: string
  attempts: number
  postponed: number
  problem: string | null
  waits: boolean
}
const listDeliveries = async (channel: 'push' | 'mail', title?: string): Promise<DeliveryRow[]> =>
  (
    await muster.db.pool.query<DeliveryRow>(
      `select d.state, d.attempts, d.postponed, d.problem, d.next_try_at > now() as waits
       from alert_deliveries d join user_alerts a on a.id = d.alert_id
       where d.channel = $1 and ($2::text is null or a.title = $2) order by d.attempts desc, d.next_try_at`,
      [channel, title],
    )
  ).rows

const createHangingMailer = () =>
  createMailer({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${silentHost.port}`,
      MAIL_FROM: 'muster@localhost',
      MAIL_REPLY_TO: undefined,
      DATA_DIR: muster.dataDir,
    },
    log: pino({ level: 'silent' }),
  })

function startWorker({
  db = muster.db,
  mailer = { send: async () => undefined },
  patienceMs = LONG_TIMEOUT_MS,
}: {
  db?: Pick<typeof muster.db, 'asOwner'>
  mailer?: { send: (mail: Mail, withinMs?: number) => Promise<void> }
  patienceMs?: number
} = {}) {
  const worker = createAlertWorker({
    db,
    mailer,
    push: createPushSender({ ...muster.services, patienceMs }),
    env: { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://muster.example' },
    log: { warn: () => undefined },
  })
  workers.push(worker)
  return worker
}
const listReceivedTitles = () => pushService.received.map(it => it.notice.title)

it('urgent pushes are sent while those to silent devices of many people hang', async () => {
  const memberWithManyDevices = await addMember(
    'Many',
    Array.from({ length: 20 }, (_, n) => createSilentDevice(n)),
  )
  const colleagues = []
  for (let n = 0; n < 18; n++) colleagues.push(await addMember(`Colleague${n}`, [createSilentDevice(n)]))
  const reachableMember = await addMember('Elsewhere', [pushService.browser()])
  for (let n = 0; n < 4; n++) await raise(`Ordinary ${n}`, [memberWithManyDevices, ...colleagues])
  const worker = startWorker()
  await worker.catchUp()
  await expect.poll(silentHost.open).toBeGreaterThan(20)

  await raise('Evacuate', [reachableMember], urgentFacts)
  await worker.catchUp()
  await expect.poll(listReceivedTitles, { timeout: 2_000 }).toEqual(['Evacuate'])
  // No ordinary delivery ended to make room for the urgent one.
  const deliveriesBefore = await Promise.all([0, 1, 2, 3].map(n => listDeliveries('push', `Ordinary ${n}`)))
  expect(deliveriesBefore.flat().every(it => it.state === 'waiting' && it.problem === null)).toBe(true)
})

it('the next delivery starts when one ends, not when all do', async () => {
  const slowMember = await addMember('Slow', [createSilentDevice()])
  const quickMembers = []
  for (let n = 0; n < 40; n++) quickMembers.push(await addMember(`Quick${n}`, [pushService.browser()]))
  await raise('Slow', [slowMember])
  await raise('Quick', quickMembers)
  const worker = startWorker()
  await worker.catchUp()
  await expect.poll(listReceivedTitles).toHaveLength(40)
  expect(await listDeliveries('push', 'Slow')).toMatchObject([{ state: 'waiting', problem: null }])
})

it('a person has two deliveries in progress, and urgent ones in addition', async () => {
  const slowMember = await addMember('Slow', [createSilentDevice()])
  for (let n = 0; n < 5; n++) await raise('Ordinary', [slowMember])
  await raise('Evacuate', [slowMember], urgentFacts)
  const worker = startWorker()
  await worker.catchUp()
  await expect.poll(silentHost.open).toBe(3)
  expect((await listDeliveries('push', 'Ordinary')).map(it => it.attempts)).toEqual([1, 1, 0, 0, 0])
  expect((await listDeliveries('push', 'Evacuate')).map(it => it.attempts)).toEqual([1])
})

it('urgent push notifications and emails are sent while ordinary emails hang at a silent mail server', async () => {
  const readers = []
  for (let n = 0; n < 20; n++) readers.push(await addMember(`Reader${n}`))
  for (const reader of readers) await enableMail(reader)
  const pushMember = await addMember('Elsewhere', [pushService.browser()])
  const hangingMailer = createHangingMailer()
  const mailedAddresses: string[] = []
  const mailer = {
    async send(mail: Mail) {
      if (mail.to !== pushMember.email) return hangingMailer.send(mail)
      mailedAddresses.push(mail.subject)
    },
  }
  await raise('Ordinary', readers)
  const worker = startWorker({ mailer })
  await worker.catchUp()
  await expect.poll(silentHost.open).toBe(8)

  await raise('Evacuate', [pushMember], urgentFacts)
  await worker.catchUp()
  await expect.poll(() => [listReceivedTitles(), mailedAddresses]).toEqual([['Evacuate'], ['Evacuate']])
  const ordinaryDeliveries = await listDeliveries('mail', 'Ordinary')
  expect(ordinaryDeliveries.every(it => it.state === 'waiting' && it.problem === null)).toBe(true)
  await hangingMailer.stop()
})

it('a call for help is pushed and emailed before a call for everybody, also while that hangs', async () => {
  const people = []
  for (let n = 0; n < 20; n++) people.push(await addMember(`Member${n}`))
  const helper = await addMember('Helper', [pushService.browser()])
  const hangingMailer = createHangingMailer()
  const mailedSubjects: string[] = []
  const mailer = {
    async send(mail: Mail) {
      if (!mail.subject.includes('needs help')) return hangingMailer.send(mail)
      mailedSubjects.push(mail.subject)
    },
  }
  await raise('Evacuate', [...people, helper], urgentFacts)
  const worker = startWorker({ mailer })
  await worker.catchUp()
  await expect.poll(silentHost.open).toBe(10)

  await raise('Ann needs help', [helper], { ...urgentFacts, meaning: 'help' })
  await worker.catchUp()
  await expect.poll(() => mailedSubjects).toEqual(['Ann needs help'])
  await expect.poll(listReceivedTitles).toContain('Ann needs help')
  expect((await listDeliveries('mail', 'Evacuate')).map(it => it.attempts).filter(Boolean)).toHaveLength(10)
  await hangingMailer.stop()
})

it('sends calls for help before other urgent alerts that were raised earlier', async () => {
  const people = []
  for (let n = 0; n < 15; n++) people.push(await addMember(`Member${n}`))
  await raise('Evacuate', people, urgentFacts)
  await raise('Ann needs help', people.slice(0, 2), { ...urgentFacts, meaning: 'help' })
  const mailedSubjects: string[] = []
  const worker = startWorker({ mailer: { send: async ({ subject }) => void mailedSubjects.push(subject) } })
  await worker.catchUp()
  await worker.idle()
  expect(mailedSubjects).toHaveLength(17)
  expect(mailedSubjects.slice(0, 2)).toEqual(['Ann needs help', 'Ann needs help'])
})

it('ordinary deliveries to a silent push service are postponed without counting as attempts, for an hour at most', async () => {
  const slowMembers = []
  for (let n = 0; n < 3; n++) slowMembers.push(await addMember(`Slow${n}`, [createSilentDevice()]))
  const worker = startWorker({ patienceMs: 1_000 })
  const settle = async () => {
    await worker.catchUp()
    await worker.idle()
  }
  await raise('First', slowMembers)
  await settle()
  expect(await listDeliveries('push', 'First')).toMatchObject(
    [1, 2, 3].map(() => ({ state: 'waiting', attempts: 1, postponed: 0 })),
  )
  const connectionCount = silentHost.met()
  const twoDeviceMember = await addMember('Both', [createSilentDevice(), pushService.browser()])
  await raise('Second', [...slowMembers, twoDeviceMember])
  await settle()
  expect(listReceivedTitles()).toEqual(['Second'])
  expect(silentHost.met()).toBe(connectionCount)
  const secondDeliveries = await listDeliveries('push', 'Second')
  expect(secondDeliveries.filter(it => it.state === 'waiting')).toEqual(
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
  expect((await listDeliveries('push', 'Second')).map(it => it.state).toSorted()).toEqual([
    'failed',
    'failed',
    'failed',
    'sent',
  ])
})

it('immediate failures do not pause a push service', async () => {
  const refusingUrl = `http://127.0.0.1:${await findRefusingPort()}/`
  const people = []
  for (let n = 0; n < 5; n++)
    people.push(await addMember(`Member${n}`, [{ ...pushService.browser(), endpoint: refusingUrl + n }]))
  await raise('Something', people)
  const worker = startWorker()
  for (let n = 0; n < 2; n++) {
    await worker.catchUp()
    await worker.idle()
    await muster.db.pool.query('update alert_deliveries set next_try_at = now()')
  }
  const failedDelivery = {
    state: 'waiting',
    attempts: 2,
    postponed: 0,
    problem: 'The push service did not take it',
  }
  expect(await listDeliveries('push')).toMatchObject(people.map(() => failedDelivery))
})

it('urgent pushes to a paused push service are tried, and retried for a skipped device', async () => {
  const slowMembers = []
  for (let n = 0; n < 3; n++) slowMembers.push(await addMember(`Slow${n}`, [createSilentDevice()]))
  const worker = startWorker({ patienceMs: 500 })
  await raise('Ordinary', slowMembers)
  await worker.catchUp()
  await worker.idle()
  const connectionCount = silentHost.met()
  const ann = await addMember('Ann', [
    createSilentDevice(1),
    createSilentDevice(2),
    createSilentDevice(3),
    pushService.browser(),
  ])
  await raise('Evacuate', [ann], urgentFacts)
  await worker.catchUp()
  await worker.idle()
  expect([silentHost.met() - connectionCount, listReceivedTitles()]).toEqual([2, ['Evacuate']])
  expect(await listDeliveries('push', 'Evacuate')).toMatchObject([
    { state: 'waiting', postponed: 1, waits: true },
  ])
  await muster.db.pool.query('update alert_deliveries set next_try_at = now() where urgent')
  await worker.catchUp()
  await worker.idle()
  expect([silentHost.met() - connectionCount, listReceivedTitles()]).toEqual([3, ['Evacuate']])
  expect(await listDeliveries('push', 'Evacuate')).toMatchObject([
    { state: 'waiting', attempts: 1, problem: 'The push service did not take it' },
  ])
})

it('a mail server has 50 seconds, less than the lease of the delivery', async () => {
  await raise('Evacuate', [await addMember('Ann')], urgentFacts)
  const timeoutsMs: (number | undefined)[] = []
  const worker = startWorker({ mailer: { send: async (_mail, withinMs) => void timeoutsMs.push(withinMs) } })
  await worker.catchUp()
  await worker.idle()
  expect(timeoutsMs).toEqual([50_000])
})

it('any error text of a mail server is stored, and delivery continues', async () => {
  const [ann, bob] = [await addMember('Ann'), await addMember('Bob')]
  const mailedAddresses: string[] = []
  const worker = startWorker({
    mailer: {
      async send({ to }) {
        if (to === ann.email) throw new Error(`\0${'x'.repeat(298)}😀`)
        mailedAddresses.push(to)
      },
    },
  })
  for (const person of [ann, bob]) {
    await raise('Evacuate', [person], urgentFacts)
    await worker.catchUp()
    await worker.idle()
  }
  expect(mailedAddresses).toEqual([bob.email])
  expect(await listDeliveries('mail')).toMatchObject([
    { state: 'sent' },
    { state: 'waiting', problem: `${'x'.repeat(298)}\ufffd` },
  ])
})

it('other events of a busy feed cost one look a second, which finds alert jobs', async () => {
  let transactions = 0
  const db: Pick<typeof muster.db, 'asOwner'> = {
    asOwner: (reason, work) => {
      transactions++
      return muster.db.asOwner(reason, work)
    },
  }
  const mailedSubjects: string[] = []
  const worker = startWorker({
    db,
    mailer: { send: async ({ subject }) => void mailedSubjects.push(subject) },
  })
  const entry = { kind: 'presence.seen' } as FeedEntry
  worker.listener.onEvents?.([entry, entry])
  worker.listener.onEvents?.([entry])
  await expect.poll(() => transactions, { timeout: 3_000 }).toBe(1)
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(transactions).toBe(1)

  const ann = await addMember('Ann')
  await muster.db.pool.query(
    `insert into alert_orders (zone_id, type, title, description, metadata, source, user_ids)
     values ($1, 'broadcast', '"Evacuate"', '""', '{"urgent": true}', 'x', array[$2::uuid])`,
    [zone.id, ann.id],
  )
  worker.listener.onEvents?.([entry])
  await expect.poll(() => mailedSubjects, { timeout: 5_000 }).toEqual(['Evacuate'])
})

it('stopping does not wait for hanging deliveries, which are retried when their lease expires', async () => {
  const ann = await addMember('Ann', [createSilentDevice()])
  await raise('Something', [ann])
  const worker = startWorker()
  await worker.catchUp()
  await expect.poll(silentHost.open).toBe(1)
  await worker.stop()
  expect(await listDeliveries('push')).toMatchObject([{ state: 'waiting', attempts: 1 }])
  const nextWorker = startWorker({ patienceMs: 100 })
  await nextWorker.catchUp()
  await nextWorker.idle()
  expect(await listDeliveries('push')).toMatchObject([{ attempts: 1 }])
  await muster.db.pool.query('update alert_deliveries set taken_until = now() - interval $$1 second$$')
  await nextWorker.catchUp()
  await nextWorker.idle()
  expect(await listDeliveries('push')).toMatchObject([{ attempts: 2 }])
})

it('a call to leave that is retried after the all clear is not sent, but a call for help and the all clear are', async () => {
  const ann = await addMember('Ann', [pushService.browser()])
  const { rows } = await muster.db.pool.query<{ id: string }>(
    `insert into emergencies (request_id, zone_id, kind, drill, message, all_clear_at)
     select gen_random_uuid(), $1, 'evacuate', false, '', at from unnest(array[now(), null]) at returning id`,
    [zone.id],
  )
  const [over, open] = rows.map(it => ({ ...urgentFacts, emergencyId: it.id }))
  await raise('Leave the yard', [ann], over)
  await raise('Bob needs help', [ann], { ...over, meaning: 'help' })
  await raise('All clear', [ann], { ...over, meaning: 'safe' })
  await raise('2 people are still missing', [ann], urgentFacts, `emergency:${over?.emergencyId}:missing`)
  await raise('Leave the dock', [ann], open)
  const worker = startWorker()
  await worker.catchUp()
  await worker.idle()
  expect(listReceivedTitles().toSorted()).toEqual(['All clear', 'Bob needs help', 'Leave the dock'])
  expect(await listDeliveries('push', 'Leave the yard')).toMatchObject([{ state: 'skipped' }])
})

/**
 * Membership is checked again when a delivery starts. The trigger is disabled so that the alert stays, like one written during the
 * removal.
 */
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
])('an alert of a zone %s', async (_title, changeSql, state) => {
  const ann = await addMember('Ann', [pushService.browser()])
  await enableMail(ann)
  await raise('Something', [ann])
  if (changeSql) await muster.db.pool.query(changeSql.replaceAll('$1', `'${ann.id}'`))
  const mailedSubjects: string[] = []
  const worker = startWorker({ mailer: { send: async ({ subject }) => void mailedSubjects.push(subject) } })
  await worker.catchUp()
  await worker.idle()
  expect([
    await listDeliveries('push', 'Something'),
    await listDeliveries('mail', 'Something'),
  ]).toMatchObject([[{ state }], [{ state }]])
  expect([listReceivedTitles(), mailedSubjects].map(it => it.includes('Something'))).toEqual(
    [state, state].map(it => it === 'sent'),
  )
})

it('a broadcast is emailed and pushed in full, although its alert is an excerpt', async () => {
  const ann = await addMember('Ann', [pushService.browser()])
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
  const mailedTexts: string[] = []
  const worker = startWorker({
    mailer: { send: async ({ to, text }) => void (to === ann.email && mailedTexts.push(text)) },
  })
  await worker.catchUp()
  await worker.idle()
  expect(mailedTexts).toEqual([expect.stringContaining(message)])
  expect(pushService.received).toMatchObject([{ notice: { body: message } }])
})
