import { createConcurrencyLimit } from '../../../lib/concurrency-limit.ts'
import { fail } from '../../../rpc/fail.ts'

export const createQueueFullError = () =>
  fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + 10_000).toISOString() })

/** Limits how many workbooks and PDFs this node builds at once, because each takes a thread and is held in memory. */
export const fileQueue = createConcurrencyLimit({
  running: 2,
  waiting: 100,
  createFullError: createQueueFullError,
})
