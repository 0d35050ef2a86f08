import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { DataAge } from '../../lib/data-age.tsx'
import { createQueryClient } from '../../lib/query-client.ts'
import { renderUi } from '../../testing/render.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { LiveScope } from './live-scope.tsx'

let client: QueryClient
beforeEach(() => {
  client = createQueryClient()
  vi.useFakeTimers()
  connectionStore.set('live')
})
afterEach(() => connectionStore.set('idle'))

const soon = () => act(() => vi.advanceTimersByTimeAsync(10))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const set = (state: 'live' | 'connecting' | 'offline') => act(() => connectionStore.set(state))

/** Shows the data of a query key; `answers` controls when the fetch ends. */
function Shown({
  name,
  answers = () => Promise.resolve(3),
}: {
  name: string
  answers?: () => Promise<unknown>
}) {
  const { data, dataUpdatedAt } = useQuery({ queryKey: [name], queryFn: answers, staleTime: 600_000 })
  return (
    <p>
      {name} {String(data)} <RelativeTime at={new Date(dataUpdatedAt).toISOString()} />
    </p>
  )
}
const page = (...names: string[]) => (
  <QueryClientProvider client={client}>
    <DataAge unfed={[['devices']]}>
      <LiveScope as="main">
        {names.map(name => (
          <Shown key={name} name={name} />
        ))}
      </LiveScope>
    </DataAge>
  </QueryClientProvider>
)
const isGrey = () => screen.getByRole('main').hasAttribute('data-stale')
const words = () => screen.queryByText(/Not live/)?.textContent

it('shows since when it has not been live, counted from the last message from the server', async () => {
  renderUi(page('people'))
  await pass(60_000)
  connectionStore.recordMessage()
  await pass(5_000)
  await set('connecting')
  expect(isGrey()).toBe(false)
  await pass(4_000)
  expect(isGrey()).toBe(true)
  expect(words()).toMatch(/^Not live\. This is from 9 s ago/)
  await set('offline')
  expect(isGrey()).toBe(true)
  await set('live')
  expect(isGrey()).toBe(false)
  expect(words()).toBeUndefined()
})

it('a page opened while the feed is down is never shown as live, and is as old as its fetch', async () => {
  const { rerender } = renderUi(page('people'))
  await pass(60_000)
  connectionStore.recordMessage()
  await set('offline')
  await pass(30_000)
  expect(words()).toMatch(/^Not live\. This is from 30 s ago/)
  rerender(page('zones'))
  await soon()
  expect(words()).toMatch(/^Not live\. This is from 0 s ago|^Not live\. This is from just now/)
  await set('live')
  await set('offline')
  await pass(4_000)
  expect(words()).toMatch(/^Not live\. This is from 4 s ago/)
})

it('data fetched on an earlier visit is as old as its fetch', async () => {
  const { rerender } = renderUi(page('people'))
  await pass(10)
  rerender(page('zones'))
  await pass(60_000)
  connectionStore.recordMessage()
  await set('offline')
  await pass(5_000)
  rerender(page('people'))
  await soon()
  expect(words()).toMatch(/^Not live\. This is from 1 min ago/)
})

it('data that no event updates is as old as its fetch, however recent the last message from the server', async () => {
  renderUi(page('devices', 'people'))
  await pass(40_000)
  connectionStore.recordMessage()
  await set('connecting')
  await pass(5_000)
  expect(words()).toMatch(/^Not live\. This is from 45 s ago/)
  // Nothing on the page is shown as "just now".
  expect(screen.getByText(/^devices/).textContent).toMatch(/45 s ago/)
})

it('shows that nothing has loaded while retries continue, since skeletons alone would suggest that data may appear at any moment', async () => {
  await set('offline')
  const answers = () => new Promise(() => undefined)
  renderUi(
    <QueryClientProvider client={client}>
      <DataAge unfed={[]}>
        <LiveScope>
          <Shown name="people" answers={answers} />
        </LiveScope>
      </DataAge>
    </QueryClientProvider>,
  )
  await pass(3_000)
  expect(words()).toBe('Not live. Nothing has loaded yet.')
})
