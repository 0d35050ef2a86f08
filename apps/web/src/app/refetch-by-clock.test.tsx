import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { orpc } from '../lib/api.ts'
import { connectionStore } from '../lib/connection-store.ts'
import { answer, fakeServer } from '../testing/fake-server.ts'
import { renderComponent } from '../testing/render.tsx'
import { RefetchByClock } from './signed-in.tsx'

const zoneId = '0192f0c0-0000-7000-8000-000000000003'

function ExpectedVisitors() {
  const { data } = useQuery(orpc.visitors.counts.queryOptions({ input: { zoneId } }))
  return <p>Expected: {data?.expected}</p>
}

const setVisibility = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => document.dispatchEvent(new Event('visibilitychange')))
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Shows the visitors expected on a day that ends in five minutes. */
async function openBeforeMidnight(): Promise<readonly string[]> {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T23:55:00Z') })
  const calls = fakeServer({
    'visitors/counts': () => answer({ inside: 0, past: 0, expected: new Date().getUTCDate() === 27 ? 4 : 1 }),
  })
  connectionStore.set('live')
  renderComponent(
    <>
      <RefetchByClock />
      <ExpectedVisitors />
    </>,
  )
  await wait(60_000)
  expect(screen.getByText('Expected: 4')).toBeTruthy()
  return calls
}

it('a page that stays open shows the figures of the new day', async () => {
  const calls = await openBeforeMidnight()
  await wait(5 * 60_000)
  expect(screen.getByText('Expected: 1')).toBeTruthy()
  await wait(13 * 60_000)
  expect(calls.filter(it => it === 'visitors/counts')).toHaveLength(2)
})

it('a page that was hidden or without a connection at midnight refetches once it is shown and live', async () => {
  const calls = await openBeforeMidnight()
  setVisibility('hidden')
  await wait(60 * 60_000)
  act(() => connectionStore.set('connecting'))
  setVisibility('visible')
  await wait(60_000)
  expect(calls).toHaveLength(1)
  act(() => connectionStore.set('live'))
  await wait(100)
  expect(screen.getByText('Expected: 1')).toBeTruthy()
  expect(calls).toHaveLength(2)
})
