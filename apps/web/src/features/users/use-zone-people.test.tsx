import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { liveHandlers } from '../../app/live-handlers.ts'
import { createCacheFeeder } from '../../live/cache-feeder.ts'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { aListedPerson } from '../../testing/people-events.ts'
import { aPresenceChange } from '../../testing/presence-events.ts'
import { useZonePeople } from './use-zone-people.ts'

const zoneId = '0192f0c0-0000-7000-8000-000000000101'
const me = '0192f0c0-0000-7000-8000-000000000001'
const otherUserId = '0192f0c0-0000-7000-8000-000000000002'

it('the counts are refetched every 15 seconds, no matter how many events patch them', async () => {
  vi.useFakeTimers()
  const counts = { all: 10, inside: 3, outside: 4, unknown: 3, unseen: 0 }
  const calls = fakeServer({
    'users/counts': () => answer(counts),
    'users/inZone': () => answer({ rows: [], next: null }),
  })
  const client = new QueryClient()
  const feeder = createCacheFeeder(client, liveHandlers, me)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const countReads = () => calls.filter(name => name === 'users/counts').length
  const { result } = renderHook(() => useZonePeople(zoneId, { list: 'people' }), { wrapper })
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect([countReads(), result.current.counts]).toEqual([1, counts])
  // One event per second that the responses do not include makes the counts drift from the server's.
  for (let second = 1; second <= 14; second++) {
    act(() => feeder.event(aPresenceChange({ zoneId, userId: otherUserId, listed: aListedPerson() })))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
  }
  expect([countReads(), result.current.counts?.inside]).toEqual([1, 17])
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect([countReads(), result.current.counts]).toEqual([2, counts])
  feeder.stop()
})
