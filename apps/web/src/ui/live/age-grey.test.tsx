import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { AgeGrey } from './age-grey.tsx'

const readText = () => screen.getByTestId('seen').querySelector('[aria-hidden]')?.textContent

function renderAge(stale: boolean, at: string) {
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
  const { rerender } = renderUi(renderAge(false, at))
  expect(readText()).toBe('just now')
  rerender(renderAge(true, at))
  expect(readText()).toBe('28 s ago')
  act(() => vi.advanceTimersByTime(3000))
  expect(readText()).toBe('31 s ago')
  rerender(renderAge(false, at))
  expect(readText()).toBe('just now')
})
