import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { useAct } from './use-act.ts'

afterEach(() => connectionStore.set('idle'))

function renderAction(call: () => Promise<unknown>) {
  const client = createQueryClient()
  const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
  const { result } = renderHook(
    () => useAct({ call, invalidates: [['list']], invalidatesUnlessLive: [['fed']] }),
    {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    },
  )
  return { result, invalidate, keys: () => invalidate.mock.calls.map(([filters]) => filters?.queryKey) }
}

it('refetches only what the feed does not deliver', async () => {
  connectionStore.set('live')
  const { result, keys } = renderAction(async () => 'done')
  act(() => result.current.mutate())
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
  expect(keys()).toEqual([['list']])
})

it('refetches everything if the response was lost, because the write may have succeeded', async () => {
  connectionStore.set('live')
  const { result, keys, invalidate } = renderAction(() => Promise.reject(new TypeError('Failed to fetch')))
  // The refetch keeps failing too; the failure of the action must not wait for it.
  invalidate.mockReturnValue(new Promise(() => undefined))
  act(() => result.current.mutate())
  await waitFor(() => expect(result.current.isError).toBe(true))
  expect(keys()).toEqual([['list'], ['fed']])
})

it('remains pending until the changed data has been refetched', async () => {
  const pendingRead = Promise.withResolvers<void>()
  const { result, invalidate } = renderAction(async () => 'done')
  invalidate.mockReturnValue(pendingRead.promise)
  act(() => result.current.mutate())
  await waitFor(() => expect(invalidate).toHaveBeenCalled())
  expect(result.current.isPending).toBe(true)
  pendingRead.resolve()
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
})
