import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { useAct } from './use-act.ts'

afterEach(() => connectionStore.set('idle'))

function setUp(call: () => Promise<unknown>) {
  const client = createQueryClient()
  const asked = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
  const { result } = renderHook(
    () => useAct({ call, invalidates: [['list']], invalidatesUnlessLive: [['fed']] }),
    {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    },
  )
  return { result, asked, keys: () => asked.mock.calls.map(([filters]) => filters?.queryKey) }
}

it('refetches only what the feed does not deliver', async () => {
  connectionStore.set('live')
  const { result, keys } = setUp(async () => 'done')
  act(() => result.current.mutate())
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
  expect(keys()).toEqual([['list']])
})

it('refetches everything after a lost response, because the write may have succeeded', async () => {
  connectionStore.set('live')
  const { result, keys, asked } = setUp(() => Promise.reject(new TypeError('Failed to fetch')))
  // The refetch keeps failing too; the failure of the action must not wait for it.
  asked.mockReturnValue(new Promise(() => undefined))
  act(() => result.current.mutate())
  await waitFor(() => expect(result.current.isError).toBe(true))
  expect(keys()).toEqual([['list'], ['fed']])
})

it('remains pending until the changed data was refetched', async () => {
  const read = Promise.withResolvers<void>()
  const { result, asked } = setUp(async () => 'done')
  asked.mockReturnValue(read.promise)
  act(() => result.current.mutate())
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(result.current.isPending).toBe(true)
  read.resolve()
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
})
