import { CatchBoundary } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../testing/render.tsx'
import { lazyScreen, type NotLoaded } from './lazy-screen.ts'
import { PageNotLoaded } from './page-not-loaded.tsx'

/** As a browser says that a chunk could not be had. */
const missing = () =>
  Promise.reject<{ Page: () => ReactNode }>(
    new TypeError('Failed to fetch dynamically imported module: /assets/page.js'),
  )

const ThePage = () => 'The page'

class Caught extends Component<{ children: ReactNode }, { said?: string }> {
  override state: { said?: string } = {}
  static getDerivedStateFromError = (error: Error) => ({ said: error.message })
  override render() {
    return this.state.said ?? this.props.children
  }
}

it('a page that was not loaded yet does not take the others with it while the server does not answer', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const Page = lazyScreen(missing, 'Page')
  await Page.preload?.()
  render(
    <Caught>
      <Page />
    </Caught>,
  )
  expect(screen.getByText(/not loaded yet, and the server does not answer/)).toBeTruthy()
  // The router notes what it reloads the browser for.
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('opens by itself when the server answers again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers()
  let isThere = false
  const asked = vi.fn()
  vi.stubGlobal('fetch', async () => {
    asked()
    if (!isThere) throw new TypeError('Failed to fetch')
    return new Response()
  })
  const Page = lazyScreen(() => (isThere ? Promise.resolve({ Page: ThePage }) : missing()), 'Page')
  await Page.preload?.()
  renderUi(
    <CatchBoundary
      getResetKey={() => 'page'}
      errorComponent={({ error, reset }) => (
        <PageNotLoaded error={error as NotLoaded} onReset={reset} onGoHome={() => {}} />
      )}
    >
      <Page />
    </CatchBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'This page is not here yet' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByRole('heading', { name: 'This page is not here yet' })).toBeTruthy()
  // Asked now and then, not without a pause.
  expect(asked.mock.calls.length).toBeLessThan(6)
  isThere = true
  await act(() => vi.advanceTimersByTimeAsync(3_100))
  expect(screen.getByText('The page')).toBeTruthy()
})
