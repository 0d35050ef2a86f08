import { ORPCError } from '@orpc/client'
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient, retryDelay, shouldRetry } from './query-client.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

it('retries wait 1 s, 2 s, 4 s … and never more than 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

it('a read is retried three times, but never after a refusal', () => {
  const serverError = new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 })
  expect([0, 1, 2, 3].map(failures => shouldRetry(failures, serverError))).toEqual([true, true, true, false])
  expect(shouldRetry(0, new ORPCError('FORBIDDEN', { status: 403 }))).toBe(false)
})

it('a call that reached no server is not retried while the device is offline, so nobody has to wait', () => {
  const networkError = new TypeError('Failed to fetch')
  expect([shouldRetry(0, networkError, true), shouldRetry(0, networkError, false)]).toEqual([true, false])
  expect(shouldRetry(0, new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 }), false)).toBe(true)
})

it('data is cached for five minutes and not refetched when the window gets the focus', () => {
  const { queries } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({ staleTime: 300_000, gcTime: 300_000, refetchOnWindowFocus: false })
})

it('without a network, reads fail after their retries and actions immediately, and nothing is sent later', async () => {
  vi.useFakeTimers()
  onlineManager.setOnline(false)
  const client = createQueryClient()
  const send = vi.fn(async () => {
    throw new TypeError('Failed to fetch')
  })
  const observer = new QueryObserver(client, { queryKey: ['zones'], queryFn: send })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(7000)
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' })

  const mutation = new MutationObserver(client, { mutationFn: send })
  await expect(mutation.mutate()).rejects.toThrow(TypeError)
  stop()
  send.mockClear()
  onlineManager.setOnline(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).not.toHaveBeenCalled()
})

it('failed and stale data is refetched when the network is back', async () => {
  onlineManager.setOnline(false)
  const client = createQueryClient()
  client.mount()
  const queryFn = vi.fn(async () => 1)
  const observer = new QueryObserver(client, { queryKey: ['zones'], queryFn, staleTime: 0 })
  const stop = observer.subscribe(() => {})
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(1), 15_000)
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2), 15_000)
  stop()
  client.unmount()
})

it('listeners receive failed reads, failed actions and successful reads', async () => {
  const errors: unknown[] = []
  const client = createQueryClient({
    onRead: query => errors.push(['read', ...query.queryKey]),
    onReadFailed: (_error, query) => errors.push(['failed', ...query.queryKey]),
    onActFailed: () => errors.push('act failed'),
  })
  const refuse = async () => {
    throw new ORPCError('FORBIDDEN', { status: 403 })
  }
  await client.query({ queryKey: ['zones'], queryFn: async () => 1 })
  await client.query({ queryKey: ['people'], queryFn: refuse }).catch(() => {})
  await new MutationObserver(client, { mutationFn: refuse }).mutate().catch(() => {})
  expect(errors).toEqual([['read', 'zones'], ['failed', 'people'], 'act failed'])
})
