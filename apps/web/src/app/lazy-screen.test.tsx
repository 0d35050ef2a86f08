import { CatchBoundary } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderUi } from '../testing/render.tsx'
import { lazyScreen, type ScreenNotLoadedError } from './lazy-screen.ts'
import { PageNotLoaded } from './page-not-loaded.tsx'

/** Rejects with the browser's error for a chunk that failed to load. */
const failToLoad = () =>
  Promise.reject<{ Page: () => ReactNode }>(
    new TypeError('Failed to fetch dynamically imported module: /assets/page.js'),
  )

const ThePage = () => 'The page'

class ErrorBoundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {}
  static getDerivedStateFromError = (error: Error) => ({ message: error.message })
  override render() {
    return this.state.message ?? this.props.children
  }
}

it('a page that has not loaded yet does not break the others while the server is unreachable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const Page = lazyScreen(failToLoad, 'Page')
  await Page.preload?.()
  render(
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>,
  )
  expect(screen.getByText(/load because the server isn’t responding/)).toBeTruthy()
  // The router would have stored a key here if it had reloaded the page.
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('opens automatically when the server responds again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers()
  let isAvailable = false
  const load = vi.fn()
  vi.stubGlobal('fetch', async () => {
    load()
    if (!isAvailable) throw new TypeError('Failed to fetch')
    return new Response()
  })
  const Page = lazyScreen(() => (isAvailable ? Promise.resolve({ Page: ThePage }) : failToLoad()), 'Page')
  await Page.preload?.()
  renderUi(
    <CatchBoundary
      getResetKey={() => 'page'}
      errorComponent={({ error, reset }) => (
        <PageNotLoaded
          error={error as ScreenNotLoadedError}
          onReset={reset}
          onGoHome={() => {}}
          onReload={() => {}}
        />
      )}
    >
      <Page />
    </CatchBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'This page hasn’t loaded yet' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByRole('heading', { name: 'This page hasn’t loaded yet' })).toBeTruthy()
  // Polls at intervals instead of continuously.
  expect(load.mock.calls.length).toBeLessThan(6)
  isAvailable = true
  await act(() => vi.advanceTimersByTimeAsync(3_100))
  expect(screen.getByText('The page')).toBeTruthy()
})

describe('an app that starts without a network', () => {
  /** Renders the failed page in a browser whose service worker has cached the app. */
  async function renderFailedPage() {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    vi.stubGlobal('caches', { match: async () => new Response('<html>') })
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: {} } })
    const Page = lazyScreen(failToLoad, 'Page')
    await Page.preload?.()
    const onReload = vi.fn()
    const renderPage = () =>
      renderUi(
        <CatchBoundary
          getResetKey={() => 'page'}
          errorComponent={({ error, reset }) => (
            <PageNotLoaded
              error={error as ScreenNotLoadedError}
              onReset={reset}
              onGoHome={() => {}}
              onReload={onReload}
            />
          )}
        >
          <Page />
        </CatchBoundary>,
      )
    return { open: renderPage, onReload }
  }
  afterEach(() => {
    vi.restoreAllMocks()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })

  it('is reloaded after a failed script, because the browser does not request it twice', async () => {
    const { open, onReload } = await renderFailedPage()
    open()
    await vi.waitFor(() => expect(onReload).toHaveBeenCalledTimes(1))
  })

  it('is not reloaded repeatedly by itself, but can be reloaded by hand', async () => {
    sessionStorage.setItem('muster.reloaded', String(Date.now()))
    const { open, onReload } = await renderFailedPage()
    open()
    // A reload takes several steps and would happen after the first render.
    await act(() => new Promise(resolve => setTimeout(resolve, 200)))
    expect(onReload).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(onReload).toHaveBeenCalledTimes(1)
  })
})
