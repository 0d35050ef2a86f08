import { limits } from '@muster/domain/limits.ts'
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { PresenceBadge } from './presence-badge.tsx'

const findBadge = () => screen.getByTestId('badge').firstElementChild as HTMLElement

it('replaces inside with the last-seen time once the person is no longer seen, without an event', () => {
  vi.useFakeTimers()
  const lastSeen = new Date(Date.now() - limits.presenceStaleMs + 30_000).toISOString()
  renderUi(
    <p data-testid="badge">
      <PresenceBadge presence="inside" lastSeen={lastSeen} label="Inside Zone" />
    </p>,
  )
  expect(findBadge().textContent).toBe('Inside Zone')
  expect(findBadge().dataset.tone).toBe('inside')
  act(() => vi.advanceTimersByTime(60_000))
  expect(findBadge().textContent).toMatch(/^Not seen since .*\d\d:\d\d/)
  expect(findBadge().textContent).not.toContain('Inside')
  expect(findBadge().dataset.tone).toBe('caution')
})

it.each(['outside', 'unknown'] as const)('%s stays unchanged, however long ago', presence => {
  const lastSeen = new Date(Date.now() - 2 * limits.presenceStaleMs).toISOString()
  renderUi(
    <p data-testid="badge">
      <PresenceBadge presence={presence} lastSeen={lastSeen} />
    </p>,
  )
  expect(findBadge().dataset.tone).toBe('quiet')
})

it('never shows inside without a time', () => {
  renderUi(
    <p data-testid="badge">
      <PresenceBadge presence="inside" lastSeen={null} />
    </p>,
  )
  expect(findBadge().textContent).toBe('Not seen recently')
})
