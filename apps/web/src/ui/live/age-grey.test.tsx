import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { AgeGrey } from './age-grey.tsx'

const words = () => screen.getByTestId('seen').querySelector('[aria-hidden]')?.textContent

function show(stale: boolean, at: string) {
  return (
    <AgeGrey stale={stale}>
      <p data-testid="seen">
        <RelativeTime at={at} />
      </p>
    </AgeGrey>
  )
}

it('shows and counts the seconds of possibly outdated data', () => {
  vi.useFakeTimers()
  const at = new Date(Date.now() - 28_000).toISOString()
  const { rerender } = renderUi(show(false, at))
  expect(words()).toBe('just now')
  rerender(show(true, at))
  expect(words()).toBe('28 s ago')
  act(() => vi.advanceTimersByTime(3000))
  expect(words()).toBe('31 s ago')
  rerender(show(false, at))
  expect(words()).toBe('just now')
})
