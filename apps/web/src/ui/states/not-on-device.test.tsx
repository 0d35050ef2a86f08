import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { ErrorState } from './error-state.tsx'
import { FailedLine } from './failed-line.tsx'

const retry = vi.fn()
function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
}
const headings = () => screen.queryAllByRole('heading').map(it => it.textContent)

it('without a network, what was never read here is no failure', () => {
  goOffline()
  renderUi(<ErrorState title="Failed to load documents" onRetry={retry} />)
  expect(headings()).toEqual(['Not on this device yet'])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

it('without a network, what is shown with its age still says so', () => {
  goOffline()
  renderUi(
    <ErrorState title="Failed to load documents" onRetry={retry} staleSince="2026-11-20T09:00:00.000Z" />,
  )
  expect(headings()).toEqual(['Failed to load documents'])
})

it('a part of a card says it in a line, and says what failed once there is a network', () => {
  goOffline()
  renderUi(<FailedLine text="Failed to load groups" onRetry={retry} retrying={false} />)
  expect(screen.getByRole('status').textContent).toBe(
    'Not on this device yet. It loads when you are back online.',
  )
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByRole('alert').textContent).toContain('Failed to load groups')
})
