import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { renderUi } from '../../testing/render.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { AgeGrey } from './age-grey.tsx'
import { LiveFrame } from './live-frame.tsx'
import { OverPage } from './over-page.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  connectionStore.set('live')
})
afterEach(() => connectionStore.set('idle'))

const frame = (loadedAt: number, failed = false) => (
  <LiveFrame loadedAt={loadedAt} failed={failed}>
    <p>3 inside</p>
  </LiveFrame>
)
const isGrey = () => screen.getByText('3 inside').closest('[data-stale]') !== null
const words = () => screen.queryByText(/Not live/)?.textContent

it('says since when it is not live, counted from when the server was last heard of', () => {
  renderUi(frame(Date.now()))
  act(() => vi.advanceTimersByTime(60_000))
  connectionStore.heard()
  act(() => vi.advanceTimersByTime(5_000))
  act(() => connectionStore.set('connecting'))
  expect(isGrey()).toBe(false)
  act(() => vi.advanceTimersByTime(4_000))
  expect(isGrey()).toBe(true)
  expect(words()).toMatch(/^Not live\. This is from 9 s ago/)
  act(() => connectionStore.set('offline'))
  expect(isGrey()).toBe(true)
  act(() => connectionStore.set('live'))
  expect(isGrey()).toBe(false)
  expect(words()).toBeUndefined()
})

it('a page opened while the feed is down is not taken for live for a moment', () => {
  connectionStore.set('offline')
  vi.advanceTimersByTime(30_000)
  renderUi(frame(Date.now()))
  expect(isGrey()).toBe(true)
})

it('what is opened only while the feed is down is as old as when it was read, until the feed was live again', () => {
  const loadedAt = Date.now()
  act(() => vi.advanceTimersByTime(60_000))
  connectionStore.heard()
  act(() => connectionStore.set('offline'))
  act(() => vi.advanceTimersByTime(5_000))
  renderUi(frame(loadedAt))
  expect(words()).toMatch(/^Not live\. This is from 1 min ago/)
  act(() => connectionStore.set('live'))
  act(() => connectionStore.set('offline'))
  act(() => vi.advanceTimersByTime(4_000))
  expect(words()).toMatch(/^Not live\. This is from 4 s ago/)
})

it('greys what could not be read again, and leaves the words to the error beside it', () => {
  renderUi(frame(Date.now(), true))
  expect(isGrey()).toBe(true)
  expect(words()).toBeUndefined()
})

it('says that nothing could be loaded while it is still tried: empty shapes alone look as if it came at any moment', () => {
  connectionStore.set('offline')
  renderUi(frame(0))
  act(() => vi.advanceTimersByTime(3_000))
  expect(words()).toBe('Not live. Nothing could be loaded yet.')
})

it('a frame in another leaves the words to that one, and is grey with it', () => {
  connectionStore.set('offline')
  vi.advanceTimersByTime(3_000)
  const inner = (loadedAt: number) => (
    <LiveFrame loadedAt={Date.now()}>
      <LiveFrame loadedAt={loadedAt}>
        <p>3 inside</p>
      </LiveFrame>
    </LiveFrame>
  )
  const said = () => screen.getAllByText(/Not live/).map(({ textContent }) => textContent)
  const { rerender } = renderUi(inner(Date.now()))
  expect(said()).toHaveLength(1)
  // What never came is told apart from what is old.
  rerender(inner(0))
  expect(said()).toEqual([expect.stringMatching(/This is from/), expect.stringMatching(/Nothing could/)])
})

it('a frame that is live in one whose reading failed stays grey', () => {
  renderUi(
    <LiveFrame loadedAt={Date.now()} failed>
      <AgeGrey stale={false}>
        <p>3 inside</p>
      </AgeGrey>
    </LiveFrame>,
  )
  expect(screen.getByText('3 inside').parentElement?.hasAttribute('data-stale')).toBe(true)
})

it('what lies over the page says by itself that it is not live', () => {
  connectionStore.set('offline')
  vi.advanceTimersByTime(3_000)
  renderUi(
    <LiveFrame loadedAt={Date.now()}>
      <OverPage>
        <LiveFrame loadedAt={Date.now()}>
          <p>3 inside</p>
        </LiveFrame>
      </OverPage>
    </LiveFrame>,
  )
  expect(screen.getAllByText(/Not live/)).toHaveLength(2)
})

it('what no event of the feed changes is as old as when it was read, however long the server was heard of', () => {
  const loadedAt = Date.now()
  renderUi(
    <LiveFrame loadedAt={loadedAt} unfed>
      <p>
        Updated <RelativeTime at={new Date(loadedAt).toISOString()} />
      </p>
    </LiveFrame>,
  )
  act(() => vi.advanceTimersByTime(40_000))
  connectionStore.heard()
  act(() => connectionStore.set('connecting'))
  act(() => vi.advanceTimersByTime(5_000))
  expect(words()).toMatch(/^Not live\. This is from 45 s ago/)
  // Nothing in it is "just now" any more.
  expect(screen.getByText(/^Updated/).textContent).toMatch(/^Updated 45 s ago/)
})
