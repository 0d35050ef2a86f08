import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase } from '../testing/test-world.ts'
import { createMailQueue, type MailOrder, type MailWork } from './mail-queue.ts'

const log = pino({ level: 'silent' })
const waitOptions = { timeout: 20_000, interval: 100 }
const { database, db } = testDatabase()

/**
 * Starts jobs on the test's database. They stop when the test ends, even if it fails, because they would otherwise take the
 * next test's jobs.
 */
async function startBoss() {
  const boss = new PgBoss({ connectionString: database.url, schedule: false, max: 2 })
  boss.on('error', () => undefined)
  await boss.start()
  const stop = () => boss.stop({ timeout: 2_000 })
  onTestFinished(stop)
  return { boss, stop }
}
/** Starts a node that sends emails with `work`. */
async function startNode(work: MailWork, timeoutMs?: number) {
  const { boss, stop } = await startBoss()
  const queue = createMailQueue(log, timeoutMs)
  queue.onOrder(work)
  await queue.workOn(boss, 0.5)
  return { queue, stop }
}
const createCollector = () => {
  const sentEmails: string[] = []
  const work = async ({ email }: MailOrder) => void sentEmails.push(email)
  return { sent: sentEmails, work }
}
const createOrder = (email: string): MailOrder => ({ kind: 'reset-password', email })

it('an order counts if and only if its transaction commits', async () => {
  const { sent, work } = createCollector()
  const { queue } = await startNode(work)
  const rolledBackOrder = db.asOwner('a test', async tx => {
    await queue.add(createOrder('undone@test.example'), tx)
    throw new Error('undone')
  })
  await expect(rolledBackOrder).rejects.toThrow('undone')
  await db.asOwner('a test', tx => queue.add(createOrder('done@test.example'), tx))
  await vi.waitFor(() => expect(sent).toEqual(['done@test.example']), waitOptions)
  await expect(createMailQueue(log).add(createOrder('x@test.example'))).rejects.toThrow('not started')
})

it('an order survives a node that failed to send it, and is sent once', async () => {
  let attempts = 0
  const firstNode = await startNode(async () => {
    attempts++
    throw new Error('no mail server')
  })
  await firstNode.queue.add(createOrder('later@test.example'))
  await vi.waitFor(() => expect(attempts).toBe(1), waitOptions)
  await vi.waitFor(async () => {
    const { rows } = await db.pool.query(
      `select state from pgboss.job where name = 'mail' and state = 'retry'`,
    )
    expect(rows).toHaveLength(1)
  }, waitOptions)
  await firstNode.stop()
  await db.pool.query(`update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'`)
  const { sent, work } = createCollector()
  await startNode(work)
  await vi.waitFor(() => expect(sent).toEqual(['later@test.example']), waitOptions)
})

it('an unsendable email is given up on and reported', async () => {
  const logError = vi.fn()
  const { boss } = await startBoss()
  const queue = createMailQueue({ warn: () => undefined, error: logError })
  queue.onOrder(async () => {
    throw new Error('no such host')
  })
  await queue.workOn(boss, 0.5)
  // The last attempt.
  await boss.send('mail', createOrder('never@test.example'), { retryLimit: 0 })
  await vi.waitFor(
    () => expect(logError).toHaveBeenCalledWith({ job: 'mail', kind: 'reset-password' }, expect.any(String)),
    waitOptions,
  )
})

it('an import of new people delays nobody who waits for an email, and failed emails are retried individually', async () => {
  const sentEmails: string[] = []
  const { queue } = await startNode(async ({ email }) => {
    if (email === 'fails@test.example') throw new Error('no such address')
    sentEmails.push(email)
  })
  await db.asOwner('a test', async tx => {
    for (let count = 0; count < 40; count++)
      await queue.add({ kind: 'invitation', email: `new-${count}@test.example` }, tx)
    await queue.add(createOrder('fails@test.example'), tx)
    await queue.add(createOrder('waits@test.example'), tx)
  })
  await vi.waitFor(() => expect(sentEmails).toHaveLength(41), waitOptions)
  expect(sentEmails.indexOf('waits@test.example')).toBeLessThan(8)
  await vi.waitFor(async () => {
    const { rows } = await db.pool.query(
      `select data ->> 'email' as email from pgboss.job where name = 'mail' and state = 'retry'`,
    )
    expect(rows).toEqual([{ email: 'fails@test.example' }])
  }, waitOptions)
})

it('an unanswered email is retried individually, too', async () => {
  await db.pool.query(`delete from pgboss.job where name = 'mail'`)
  const sentEmails: string[] = []
  const { queue } = await startNode(async ({ email }) => {
    if (email === 'hangs@test.example') await new Promise(() => undefined)
    sentEmails.push(email)
  }, 300)
  await db.asOwner('a test', async tx => {
    for (const name of ['a', 'hangs', 'b']) await queue.add(createOrder(`${name}@test.example`), tx)
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
  }, waitOptions)
  expect(sentEmails.sort()).toEqual(['a@test.example', 'b@test.example'])
})
