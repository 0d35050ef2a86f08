import { setTimeout as sleep } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import type { RateLimit } from '../../rpc/rate-limit.ts'

/** A function that waits until a shared service may be queried again. Rejects if the wait would be too long. */
export type WaitInQueue = () => Promise<void>

/** Maximum time a search waits in the queue, in milliseconds. */
const defaultMaxWaitMs = 5_000

/** The rate limit is shared by all nodes. Searches on this node are queued in order of arrival. */
export function createGeocoderQueue(
  limit: Pick<RateLimit, 'take'>,
  { patience = defaultMaxWaitMs }: { patience?: number } = {},
): WaitInQueue {
  let lastSearch: Promise<unknown> = Promise.resolve()
  const waitForSlot = async (deadline: number): Promise<void> => {
    for (;;) {
      if (Date.now() > deadline) throw new Error('Too many searches for places wait')
      try {
        return void (await limit.take('all'))
      } catch (error) {
        const retryTime = readRetryTime(error)
        if (retryTime === undefined) throw error
        await sleep(Math.max(10, Math.min(retryTime, deadline + 1) - Date.now()))
      }
    }
  }
  return () => {
    const deadline = Date.now() + patience
    const ownSearch = lastSearch.then(() => waitForSlot(deadline))
    lastSearch = ownSearch.catch(() => undefined)
    return ownSearch
  }
}

function readRetryTime(error: unknown): number | undefined {
  if (!(error instanceof ORPCError) || error.code !== 'TOO_MANY_REQUESTS') return undefined
  return Date.parse((error.data as { retryAt: string }).retryAt)
}
