import { ORPCError } from '@orpc/client'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionStore } from '../lib/connection-store.ts'
import { readFailedAgain, spreadMs } from './read-failed-again.ts'

let client: QueryClient
let stop: (() => void)[]
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  stop = [readFailedAgain(client, () => 0.5)]
})
afterEach(() => {
  for (const it of stop) it()
  client.clear()
  connectionStore.set('idle')
  vi.useRealTimers()
})

const cutOff = () => Promise.reject(new TypeError('Failed to fetch'))
/** Mounts a query whose `answer` can be replaced. */
function show(name: string, answer: () => Promise<unknown>) {
  const read = { answer, reads: 0 }
  const observer = new QueryObserver(client, {
    queryKey: [name],
    queryFn: () => {
      read.reads++
      return read.answer()
    },
  })
  const leave = observer.subscribe(() => {})
  stop.push(leave)
  return { read, leave, status: () => client.getQueryState([name])?.status }
}

test('refetches the failed queries on the screen when the feed is live again, and nothing else', async () => {
  connectionStore.set('connecting')
  const failed = show('failed', cutOff)
  const fine = show('fine', async () => 1)
  const left = show('left', cutOff)
  const refused = show('refused', () => Promise.reject(new ORPCError('FORBIDDEN', { status: 403 })))
  await vi.advanceTimersByTimeAsync(100)
  left.leave()
  failed.read.answer = async () => 1
  connectionStore.set('live')
  await vi.advanceTimersByTimeAsync(spreadMs * 0.5 - 10)
  expect(failed.status()).toBe('error')
  await vi.advanceTimersByTimeAsync(20)
  expect(failed.status()).toBe('success')
  expect([failed, fine, left, refused].map(({ read }) => read.reads)).toEqual([2, 1, 1, 1])
})

test('refetches nothing if the feed goes down before the delay is over', async () => {
  connectionStore.set('connecting')
  const failed = show('failed', cutOff)
  await vi.advanceTimersByTimeAsync(100)
  connectionStore.set('live')
  connectionStore.set('offline')
  await vi.advanceTimersByTimeAsync(spreadMs * 2)
  expect(failed.read.reads).toBe(1)
})
