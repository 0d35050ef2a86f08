import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createMailQueue, type MailOrder, type MailWork } from './mail-queue.ts'

const log = pino({ level: 'silent' })
const soon = { timeout: 20_000, interval: 100 }
let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/**
 * Starts jobs on the test's database. They stop with the test, even a failed one: otherwise they would take the orders of the next
 * test.
 */
async function startBoss() {
  const boss = new PgBoss({ connectionString: database.url, schedule: false, max: 2 })
  boss.on('error', () => undefined)
  await boss.start()
  const stop = () => boss.stop({ timeout: 2_000 })
  onTestFinished(stop)
  return { boss, stop }
}
/** Starts a node that sends with `work`. */
async function node(work: MailWork, patienceMs?: number) {
  const { boss, stop } = await startBoss()
  const queue = createMailQueue(log, patienceMs)
  queue.onOrder(work)
  await queue.workOn(boss, 0.5)
  return { queue, stop }
}
const collect = () => {
  const sent: string[] = []
  const work = async ({ email }: MailOrder) => void sent.push(email)
  return { sent, work }
}
const order = (email: string): MailOrder => ({ kind: 'reset-password', email })

it('an order counts if and only if its transaction commits', async () => {
  const { sent, work } = collect()
  const { queue } = await node(work)
  const undone = db.asOwner('a test', async tx => {
    await queue.add(order('undone@test.example'), tx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await db.asOwner('a test', tx => queue.add(order('done@test.example'), tx))
  await vi.waitFor(() => expect(sent).toEqual(['done@test.example']), soon)
  await expect(createMailQueue(log).add(order('x@test.example'))).rejects.toThrow('not started')
})

it('an order survives a node that failed to send it, and is sent once', async () => {
  let tries = 0
  const first = await node(async () => {
    tries++
    throw new Error('no mail server')
  })
  await first.queue.add(order('later@test.example'))
  await vi.waitFor(() => expect(tries).toBe(1), soon)
  await vi.waitFor(async () => {
    const { rows } = await db.pool.query(
      `select state from pgboss.job where name = 'mail' and state = 'retry'`,
    )
    expect(rows).toHaveLength(1)
  }, soon)
  await first.stop()
  await db.pool.query(`update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'`)
  const { sent, work } = collect()
  await node(work)
  await vi.waitFor(() => expect(sent).toEqual(['later@test.example']), soon)
})

it('an unsendable email is given up on and reported', async () => {
  const onOrder = vi.fn()
  const { boss } = await startBoss()
  const queue = createMailQueue({ warn: () => undefined, error: onOrder })
  queue.onOrder(async () => {
    throw new Error('no such host')
  })
  await queue.workOn(boss, 0.5)
  // The last attempt.
  await boss.send('mail', order('never@test.example'), { retryLimit: 0 })
  await vi.waitFor(
    () => expect(onOrder).toHaveBeenCalledWith({ job: 'mail', kind: 'reset-password' }, expect.any(String)),
    soon,
  )
})

it('an import of new people delays nobody who waits for an email, and failed emails are retried individually', async () => {
  const sent: string[] = []
  const { queue } = await node(async ({ email }) => {
    if (email === 'fails@test.example') throw new Error('no such address')
    sent.push(email)
  })
  await db.asOwner('a test', async tx => {
    for (let count = 0; count < 40; count++)
      await queue.add({ kind: 'invitation', email: `new-${count}@test.example` }, tx)
    await queue.add(order('fails@test.example'), tx)
    await queue.add(order('waits@test.example'), tx)
  })
  await vi.waitFor(() => expect(sent).toHaveLength(41), soon)
  expect(sent.indexOf('waits@test.example')).toBeLessThan(8)
  await vi.waitFor(async () => {
    const { rows } = await db.pool.query(
      `select data ->> 'email' as email from pgboss.job where name = 'mail' and state = 'retry'`,
    )
    expect(rows).toEqual([{ email: 'fails@test.example' }])
  }, soon)
})

it('an unanswered email is retried individually, too', async () => {
  await db.pool.query(`delete from pgboss.job where name = 'mail'`)
  const sent: string[] = []
  const { queue } = await node(async ({ email }) => {
    if (email === 'hangs@test.example') await new Promise(() => undefined)
    sent.push(email)
  }, 300)
  await db.asOwner('a test', async tx => {
    for (const name of ['a', 'hangs', 'b']) await queue.add(order(`${name}@test.example`), tx)
  })
  await vi.waitFor(async () => {
    const { rows } = await db.pool.query(
      `select data ->> 'email' as email, state from pgboss.job where name = 'mail' order by 1`,
    )
    expect(rows).toEqual([
      { email: 'a@test.example', state: 'completed' },
      { email: 'b@test.example', state: 'completed' },
      { email: 'hangs@test.example', state: 'retry' },
    ])
  }, soon)
  expect(sent.sort()).toEqual(['a@test.example', 'b@test.example'])
})
