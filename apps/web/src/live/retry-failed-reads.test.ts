import { ORPCError } from '@orpc/client'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionStore } from '../lib/connection-store.ts'
import { retryFailedReads, retrySpreadMs } from './retry-failed-reads.ts'

let client: QueryClient
let cleanups: (() => void)[]
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  cleanups = [retryFailedReads(client, () => 0.5)]
})
afterEach(() => {
  for (const it of cleanups) it()
  client.clear()
  connectionStore.set('idle')
  vi.useRealTimers()
})

const failToFetch = () => Promise.reject(new TypeError('Failed to fetch'))
/** Mounts a query whose `answer` can be replaced. */
function observeQuery(name: string, answer: () => Promise<unknown>) {
  const query = { answer, reads: 0 }
  const observer = new QueryObserver(client, {
    queryKey: [name],
    queryFn: () => {
      query.reads++
      return query.answer()
    },
  })
  const unsubscribe = observer.subscribe(() => {})
  cleanups.push(unsubscribe)
  return { read: query, leave: unsubscribe, status: () => client.getQueryState([name])?.status }
}

test('refetches the failed queries on the screen when the feed is live again, and nothing else', async () => {
  connectionStore.set('connecting')
  const failedQuery = observeQuery('failed', failToFetch)
  const loadedQuery = observeQuery('fine', async () => 1)
  const closedQuery = observeQuery('left', failToFetch)
  const refusedQuery = observeQuery('refused', () =>
    Promise.reject(new ORPCError('FORBIDDEN', { status: 403 })),
  )
  await vi.advanceTimersByTimeAsync(100)
  closedQuery.leave()
  failedQuery.read.answer = async () => 1
  connectionStore.set('live')
  await vi.advanceTimersByTimeAsync(retrySpreadMs * 0.5 - 10)
  expect(failedQuery.status()).toBe('error')
  await vi.advanceTimersByTimeAsync(20)
  expect(failedQuery.status()).toBe('success')
  expect([failedQuery, loadedQuery, closedQuery, refusedQuery].map(({ read }) => read.reads)).toEqual([
    2, 1, 1, 1,
  ])
})

test('refetches nothing if the feed goes down before the delay is over', async () => {
  connectionStore.set('connecting')
  const failedQuery = observeQuery('failed', failToFetch)
  await vi.advanceTimersByTimeAsync(100)
  connectionStore.set('live')
  connectionStore.set('offline')
  await vi.advanceTimersByTimeAsync(retrySpreadMs * 2)
  expect(failedQuery.read.reads).toBe(1)
})
