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

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const show = (showNotice: () => void) => act(showNotice)

it('shows only the newest of several toasts', () => {
  show(() => notify.success('Zone Created'))
  show(() => notify.success('Zone Deleted', 'North yard'))
  expect(screen.getAllByTestId('notice')).toHaveLength(1)
  expect(screen.getByText('Zone Deleted')).toBeTruthy()
  expect(screen.getByText('North yard')).toBeTruthy()
})

it('disappears after 5 s, or after its own duration', () => {
  show(() => notify.info('Inside Zone'))
  pass(4990)
  expect(screen.queryByText('Inside Zone')).not.toBeNull()
  pass(20)
  expect(screen.queryByText('Inside Zone')).toBeNull()

  show(() => notify.success('Access Granted', undefined, { durationMs: 3000 }))
  pass(3010)
  expect(screen.queryByText('Access Granted')).toBeNull()
})

it('disappears with the page it was about, and carries over to the page it leads to', () => {
  show(() => notify.success('Zone Created'))
  pass(500)
  show(() => notify.turnPage({ failuresMs: 5_000 }))
  expect(screen.queryByText('Zone Created')).not.toBeNull()
  pass(1_000)
  show(() => notify.turnPage({ failuresMs: 5_000 }))
  expect(screen.queryByText('Zone Created')).toBeNull()
})

it('a failure toast stays as long as the page requires', () => {
  show(() => notify.turnPage({ failuresMs: 1_000_000 }))
  show(() => notify.error('Failed to update profile'))
  pass(999_000)
  expect(screen.queryByText('Failed to update profile')).not.toBeNull()
  pass(1_010)
  expect(screen.queryByText('Failed to update profile')).toBeNull()
})

it('remains visible while hovered', () => {
  show(() => notify.info('Inside Zone'))
  fireEvent.pointerEnter(screen.getByTestId('notice'))
  pass(60_000)
  expect(screen.queryByText('Inside Zone')).not.toBeNull()
  fireEvent.pointerLeave(screen.getByTestId('notice'))
  pass(5010)
  expect(screen.queryByText('Inside Zone')).toBeNull()
})

it('expands on tap and stays until tapped again', () => {
  show(() => notify.info('Inside Zone'))
  const card = screen.getByTestId('notice')
  const tap = () => {
    fireEvent.pointerDown(card, { clientX: 100, pointerType: 'touch' })
    fireEvent.pointerUp(card, { clientX: 100, pointerType: 'touch' })
  }
  expect(card.dataset.open).toBeUndefined()
  tap()
  expect(card.dataset.open).toBe('true')
  pass(60_000)
  expect(screen.queryByText('Inside Zone')).not.toBeNull()
  tap()
  pass(5_010)
  expect(screen.queryByText('Inside Zone')).toBeNull()
})

it.each([
  [49, true],
  [50, false],
])('swiped by %i px, it is still visible: %s', (way, stays) => {
  show(() => notify.info('Inside Zone'))
  const card = screen.getByTestId('notice')
  fireEvent.pointerDown(card, { clientX: 100 })
  fireEvent.pointerMove(card, { clientX: 100 + way })
  fireEvent.pointerUp(card, { clientX: 100 + way })
  expect(screen.queryByText('Inside Zone') !== null).toBe(stays)
})

it('announces failures immediately and others politely', () => {
  show(() => notify.error('Login Error', 'Invalid email or password'))
  expect(screen.getByRole('alert').textContent).toContain('Login Error')
  show(() => notify.success('Code Copied'))
  expect(screen.getByRole('status').textContent).toContain('Code Copied')
  expect(screen.getByRole('alert').textContent).toBe('')
})

it('does not announce what the page itself announces', () => {
  show(() => notify.error('Login Error', 'Invalid email or password', { silent: true }))
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(screen.getByTestId('notice').dataset.kind).toBe('error')
})

it('disappears when dismissed', () => {
  show(() => notify.error('Failed to load zones'))
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }))
  expect(screen.queryByTestId('notice')).toBeNull()
})

it('hides the failure toast once the action has succeeded', () => {
  show(() => notifyFailure('Failed to create zone. Please try again.'))
  pass(50)
  show(() => notify.success('Zone Created', 'Zone created successfully'))
  pass(200)
  expect(screen.getByTestId('notice').textContent).toContain('Zone created successfully')

  show(() => notifyFailure('Failed to delete zone'))
  pass(200)
  expect(screen.getByTestId('notice').textContent).toContain('Failed to delete zone')
})
