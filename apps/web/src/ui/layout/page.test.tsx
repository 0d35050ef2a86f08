import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { renderUi } from '../../testing/render.tsx'
import { Page } from './page.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  connectionStore.set('live')
})
afterEach(() => connectionStore.set('idle'))

const page = (live?: { loadedAt: number; failed?: boolean }) => (
  <Page title="Users" count={23} countLabel="users" live={live}>
    <p>Ana</p>
  </Page>
)
const words = () => screen.getByText('23').getAttribute('aria-label')

it('the count beside the title is no more live than what it counts', () => {
  const { rerender } = renderUi(page({ loadedAt: Date.now() }))
  expect(words()).toBe('23 users')
  act(() => connectionStore.set('offline'))
  act(() => vi.advanceTimersByTime(4_000))
  expect(words()).toBe('23 users, not live')
  expect(screen.getByText('23').hasAttribute('data-stale')).toBe(true)
  act(() => connectionStore.set('live'))
  expect(words()).toBe('23 users')
  rerender(page({ loadedAt: Date.now(), failed: true }))
  expect(words()).toBe('23 users, not live')
})

it('a count of what does not claim to be live is left alone', () => {
  connectionStore.set('offline')
  vi.advanceTimersByTime(4_000)
  renderUi(page())
  expect(words()).toBe('23 users')
})
