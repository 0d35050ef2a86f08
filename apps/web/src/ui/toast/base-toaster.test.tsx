import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { BaseToaster } from './base-toaster.tsx'
import { notify } from './notify.ts'
import { notifyFailure } from './notify-failure.ts'

beforeEach(() => {
  vi.useFakeTimers()
  notify.turnPage({ failuresMs: 5_000 })
  renderUi(<BaseToaster />)
})

const advanceTime = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const showInAct = (showNotice: () => void) => act(showNotice)

it('shows only the newest of several toasts', () => {
  showInAct(() => notify.success('Zone Created'))
  showInAct(() => notify.success('Zone Deleted', 'North yard'))
  expect(screen.getAllByTestId('notice')).toHaveLength(1)
  expect(screen.getByText('Zone Deleted')).toBeTruthy()
  expect(screen.getByText('North yard')).toBeTruthy()
})

it('disappears after 5 s, or after its own duration', () => {
  showInAct(() => notify.info('Inside Zone'))
  advanceTime(4990)
  expect(screen.queryByText('Inside Zone')).not.toBeNull()
  advanceTime(20)
  expect(screen.queryByText('Inside Zone')).toBeNull()

  showInAct(() => notify.success('Access Granted', undefined, { durationMs: 3000 }))
  advanceTime(3010)
  expect(screen.queryByText('Access Granted')).toBeNull()
})

it('disappears with the page it was about, and carries over to the page it leads to', () => {
  showInAct(() => notify.success('Zone Created'))
  advanceTime(500)
  showInAct(() => notify.turnPage({ failuresMs: 5_000 }))
  expect(screen.queryByText('Zone Created')).not.toBeNull()
  advanceTime(1_000)
  showInAct(() => notify.turnPage({ failuresMs: 5_000 }))
  expect(screen.queryByText('Zone Created')).toBeNull()
})

it('a failure toast stays as long as the page requires', () => {
  showInAct(() => notify.turnPage({ failuresMs: 1_000_000 }))
  showInAct(() => notify.error('Failed to update profile'))
  advanceTime(999_000)
  expect(screen.queryByText('Failed to update profile')).not.toBeNull()
  advanceTime(1_010)
  expect(screen.queryByText('Failed to update profile')).toBeNull()
})

it('remains visible while hovered', () => {
  showInAct(() => notify.info('Inside Zone'))
  fireEvent.pointerEnter(screen.getByTestId('notice'))
  advanceTime(60_000)
  expect(screen.queryByText('Inside Zone')).not.toBeNull()
  fireEvent.pointerLeave(screen.getByTestId('notice'))
  advanceTime(5010)
  expect(screen.queryByText('Inside Zone')).toBeNull()
})

it('expands on tap and stays until tapped again', () => {
  showInAct(() => notify.info('Inside Zone'))
  const card = screen.getByTestId('notice')
  const tap = () => {
    fireEvent.pointerDown(card, { clientX: 100, pointerType: 'touch' })
    fireEvent.pointerUp(card, { clientX: 100, pointerType: 'touch' })
  }
  expect(card.dataset.open).toBeUndefined()
  tap()
  expect(card.dataset.open).toBe('true')
  advanceTime(60_000)
  expect(screen.queryByText('Inside Zone')).not.toBeNull()
  tap()
  advanceTime(5_010)
  expect(screen.queryByText('Inside Zone')).toBeNull()
})

it.each([
  [49, true],
  [50, false],
])('swiped by %i px, it is still visible: %s', (distance, stays) => {
  showInAct(() => notify.info('Inside Zone'))
  const card = screen.getByTestId('notice')
  fireEvent.pointerDown(card, { clientX: 100 })
  fireEvent.pointerMove(card, { clientX: 100 + distance })
  fireEvent.pointerUp(card, { clientX: 100 + distance })
  expect(screen.queryByText('Inside Zone') !== null).toBe(stays)
})

it('announces failures immediately and others politely', () => {
  showInAct(() => notify.error('Login Error', 'Invalid email or password'))
  expect(screen.getByRole('alert').textContent).toContain('Login Error')
  showInAct(() => notify.success('Code Copied'))
  expect(screen.getByRole('status').textContent).toContain('Code Copied')
  expect(screen.getByRole('alert').textContent).toBe('')
})

it('a toast is silent if the page itself announces its text', () => {
  showInAct(() => notify.error('Login Error', 'Invalid email or password', { silent: true }))
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(screen.getByTestId('notice').dataset.kind).toBe('error')
})

it('disappears when dismissed', () => {
  showInAct(() => notify.error('Failed to load zones'))
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }))
  expect(screen.queryByTestId('notice')).toBeNull()
})

it('hides the failure toast once the action has succeeded', () => {
  showInAct(() => notifyFailure('Failed to create zone. Please try again.'))
  advanceTime(50)
  showInAct(() => notify.success('Zone Created', 'Zone created successfully'))
  advanceTime(200)
  expect(screen.getByTestId('notice').textContent).toContain('Zone created successfully')

  showInAct(() => notifyFailure('Failed to delete zone'))
  advanceTime(200)
  expect(screen.getByTestId('notice').textContent).toContain('Failed to delete zone')
})
