import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createWorkQueue } from './work-queue.ts'

const waitOptions = { timeout: 20_000, interval: 100 }
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

type QueueOptions = Partial<Parameters<typeof createWorkQueue<{ id: string }>>[1]>

/** Starts a queue of this kind on its own node, with its log. */
async function startNode(kind: QueueOptions) {
  const boss = new PgBoss({ connectionString: database.url, schedule: false, max: 2 })
  boss.on('error', () => undefined)
  await boss.start()
  onTestFinished(() => boss.stop({ timeout: 2_000 }))
  const log = { warn: vi.fn(), error: vi.fn() }
  const stopController = new AbortController()
  const queue = createWorkQueue<{ id: string }>(log, {
    name: 'work',
    queue: { retryLimit: 0 },
    noticedIn: 1,
    perform: () => undefined,
    failed: 'It failed',
    ...kind,
  })
  await queue.workOn(boss, 0.5, stopController.signal)
  return { boss, queue, log, stopping: stopController }
}
const failWork = () => Promise.reject(new Error('not now'))

it('a job is given up on and reported after its last retry', async () => {
  const abandonJob = vi.fn()
  const { queue, log } = await startNode({
    name: 'given-up',
    perform: failWork,
    givenUp: 'It was given up',
    abandon: abandonJob,
    toFacts: ({ id }) => ({ id }),
  })
  await queue.add([{ data: { id: 'a' } }])
  await vi.waitFor(() => expect(abandonJob).toHaveBeenCalledWith({ id: 'a' }), waitOptions)
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { err: new Error('not now'), job: 'given-up', tries: 1, id: 'a' },
    'It failed',
  )
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ job: 'given-up', id: 'a' }, 'It was given up')
})

it('a failure without a follow-up is logged as an error', async () => {
  const { queue, log } = await startNode({ name: 'no-end', perform: failWork })
  await queue.add([{ data: { id: 'a' } }])
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledWith(expect.anything(), 'It failed'), waitOptions)
})

it('stopping the node ends running jobs, without a log entry', async () => {
  const onEnd = vi.fn()
  const { boss, queue, log, stopping } = await startNode({
    name: 'stopped',
    queue: { retryLimit: 1 },
    perform: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          onEnd()
          reject(signal.reason)
        })
        queueMicrotask(() => stopping.abort(new Error('The server is stopping.')))
      }),
  })
  await queue.add([{ data: { id: 'a' } }])
  await vi.waitFor(async () => {
    const [job] = await boss.findJobs('stopped')
    expect(job?.state).toBe('retry')
  }, waitOptions)
  expect(onEnd).toHaveBeenCalledOnce()
  expect(log.error).not.toHaveBeenCalled()
})
