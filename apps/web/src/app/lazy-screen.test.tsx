import { render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { lazyScreen } from './lazy-screen.ts'

/** As a browser says that a chunk could not be had. */
const missing = () =>
  Promise.reject<{ Page: () => ReactNode }>(
    new TypeError('Failed to fetch dynamically imported module: /assets/page.js'),
  )

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
