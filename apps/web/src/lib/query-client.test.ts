import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { createQueryClient, retryDelay, shouldRetry } from './query-client.ts'

it('waits 1 s, 2 s, 4 s … and never more than 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

it('retries three times, but never a refusal', () => {
  const broken = new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 })
  expect([0, 1, 2, 3].map(failures => shouldRetry(failures, broken))).toEqual([true, true, true, false])
  expect(shouldRetry(0, new ORPCError('FORBIDDEN', { status: 403 }))).toBe(false)
})

it('keeps data for five minutes and leaves it alone when the window gets the focus', () => {
  const { queries } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({ staleTime: 300_000, gcTime: 300_000, refetchOnWindowFocus: false })
})
