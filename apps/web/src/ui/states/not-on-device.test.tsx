import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { ErrorState } from './error-state.tsx'
import { FailedLine } from './failed-line.tsx'

const retry = vi.fn()
function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
}
afterEach(() => {
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
})
const readHeadings = () => screen.queryAllByRole('heading').map(it => it.textContent)

it('shows without a network that the page is not on this device yet', () => {
  goOffline()
  renderUi(<ErrorState error={null} title="Failed to load documents" onRetry={retry} />)
  expect(readHeadings()).toEqual(['Not on this device yet'])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

it('shows no failure even in the first frame', () => {
  goOffline()
  const observer = new MutationObserver(() => {})
  observer.observe(document.body, { childList: true, subtree: true })
  renderUi(
    <>
      <ErrorState error={null} title="Failed to load documents" onRetry={retry} />
      <FailedLine error={null} text="Failed to load groups" onRetry={retry} retrying={false} />
    </>,
  )
  const addedNodesList = observer.takeRecords().flatMap(({ addedNodes }) => [...addedNodes])
  expect(addedNodesList.map(node => node.textContent).join()).not.toContain('Failed to load')
})

it('still shows the age of the page’s data without a network', () => {
  goOffline()
  renderUi(
    <ErrorState
      error={null}
      title="Failed to load documents"
      onRetry={retry}
      staleSince="2026-11-20T09:00:00.000Z"
    />,
  )
  expect(readHeadings()).toEqual(['Failed to load documents'])
})

it('shows the same on one line for a part of a card, and the failure once there is a network', () => {
  goOffline()
  renderUi(<FailedLine error={null} text="Failed to load groups" onRetry={retry} retrying={false} />)
  expect(screen.getByRole('status').textContent).toBe(
    'Not on this device yet. It will load when you’re back online.',
  )
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByRole('alert').textContent).toContain('Failed to load groups')
})
