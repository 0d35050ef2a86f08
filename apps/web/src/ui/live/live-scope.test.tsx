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

const waitBriefly = () => act(() => vi.advanceTimersByTimeAsync(10))
const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const setConnection = (state: 'live' | 'connecting' | 'offline') => act(() => connectionStore.set(state))

/** Renders the state of one query. `answers` controls when its fetch ends. */
function QueryStates({
  name,
  answers = () => Promise.resolve(3),
  isOffScreen = false,
}: {
  name: string
  answers?: () => Promise<unknown>
  isOffScreen?: boolean
}) {
  const { data, dataUpdatedAt } = useQuery({
    ...{ queryKey: [name], queryFn: answers, staleTime: 600_000 },
    meta: { isOffScreen },
  })
  return (
    <p>
      {name} {String(data)} <RelativeTime at={new Date(dataUpdatedAt).toISOString()} />
    </p>
  )
}
const createPage = (...names: (string | { shell: string })[]) => (
  <QueryClientProvider client={client}>
    <DataAge unfed={[['devices']]}>
      <LiveScope as="main">
        {names.map(it =>
          typeof it === 'string' ? (
            <QueryStates key={it} name={it} />
          ) : (
            <QueryStates key={it.shell} name={it.shell} isOffScreen />
          ),
        )}
      </LiveScope>
    </DataAge>
  </QueryClientProvider>
)
const isGrey = () => screen.getByRole('main').hasAttribute('data-stale')
const readNotLiveText = () => screen.queryByText(/Not live/)?.textContent

it('shows since when it has not been live, counted from the last message from the server', async () => {
  renderUi(createPage('people'))
  await advanceTime(60_000)
  connectionStore.recordMessage()
  await advanceTime(5_000)
  await setConnection('connecting')
  expect(isGrey()).toBe(false)
  await advanceTime(4_000)
  expect(isGrey()).toBe(true)
  expect(readNotLiveText()).toMatch(/^Not live\. This data is from 9 s ago/)
  await setConnection('offline')
  expect(isGrey()).toBe(true)
  await setConnection('live')
  expect(isGrey()).toBe(false)
  expect(readNotLiveText()).toBeUndefined()
})

it('a page opened while the feed is down is never shown as live, and is as old as its fetch', async () => {
  const { rerender } = renderUi(createPage('people'))
  await advanceTime(60_000)
  connectionStore.recordMessage()
  await setConnection('offline')
  await advanceTime(30_000)
  expect(readNotLiveText()).toMatch(/^Not live\. This data is from 30 s ago/)
  rerender(createPage('zones'))
  await waitBriefly()
  expect(readNotLiveText()).toMatch(
    /^Not live\. This data is from 0 s ago|^Not live\. This data is from just now/,
  )
  await setConnection('live')
  await setConnection('offline')
  await advanceTime(4_000)
  expect(readNotLiveText()).toMatch(/^Not live\. This data is from 4 s ago/)
})

it('data fetched on an earlier visit is as old as its fetch', async () => {
  const { rerender } = renderUi(createPage('people'))
  await advanceTime(10)
  rerender(createPage('zones'))
  await advanceTime(60_000)
  connectionStore.recordMessage()
  await setConnection('offline')
  await advanceTime(5_000)
  rerender(createPage('people'))
  await waitBriefly()
  expect(readNotLiveText()).toMatch(/^Not live\. This data is from 1 min ago/)
})

it('data that no event updates is as old as its fetch, however recent the last message from the server', async () => {
  renderUi(createPage('devices', 'people'))
  await advanceTime(40_000)
  connectionStore.recordMessage()
  await setConnection('connecting')
  await advanceTime(5_000)
  expect(readNotLiveText()).toMatch(/^Not live\. This data is from 45 s ago/)
  // Nothing on the page is shown as "just now".
  expect(screen.getByText(/^devices/).textContent).toMatch(/45 s ago/)
})

it('data that the shell reads on every page does not make a page look old', async () => {
  renderUi(createPage({ shell: 'devices' }, 'people'))
  await advanceTime(40_000)
  connectionStore.recordMessage()
  await setConnection('connecting')
  await advanceTime(5_000)
  expect(readNotLiveText()).toMatch(/^Not live\. This data is from 5 s ago/)
})

it('shows that nothing has loaded while retries continue, since skeletons alone would suggest that data may appear at any moment', async () => {
  await setConnection('offline')
  const neverAnswer = () => new Promise(() => undefined)
  renderUi(
    <QueryClientProvider client={client}>
      <DataAge unfed={[]}>
        <LiveScope>
          <QueryStates name="people" answers={neverAnswer} />
        </LiveScope>
      </DataAge>
    </QueryClientProvider>,
  )
  await advanceTime(3_000)
  expect(readNotLiveText()).toBe('Not live. Nothing has loaded yet.')
})
