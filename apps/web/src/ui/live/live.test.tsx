import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { announce, batchText, LiveRegion } from './live-region.tsx'
import { LiveTint } from './live-tint.tsx'

it('announces many changes as one sentence', () => {
  vi.useFakeTimers()
  renderUi(<LiveRegion />)
  for (const name of ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve']) announce(`${name} entered North yard`)
  announce('Ana entered North yard')
  expect(screen.getByTestId('live-region').textContent).toBe('')
  act(() => vi.advanceTimersByTime(1000))
  expect(screen.getByTestId('live-region').textContent).toBe(
    'Ana entered North yard. Ben entered North yard. Cleo entered North yard. And 2 more changes',
  )
  expect(batchText(['One'])).toBe('One')
})

it('announces the same sentence a second time, because the region is empty in between', () => {
  vi.useFakeTimers()
  renderUi(<LiveRegion />)
  const region = screen.getByTestId('live-region')
  const texts: (string | null)[] = []
  for (let round = 0; round < 2; round += 1) {
    announce('Ana entered North yard')
    for (let step = 0; step < 20; step += 1) {
      act(() => vi.advanceTimersByTime(50))
      if (texts.at(-1) !== region.textContent) texts.push(region.textContent)
    }
  }
  expect(texts).toEqual(['', 'Ana entered North yard', '', 'Ana entered North yard'])
})

it('tints a change from the feed for 1.5 s, but not the initial content', () => {
  vi.useFakeTimers()
  const { rerender } = renderUi(<LiveTint value={3}>3 inside</LiveTint>)
  const isTinted = () => screen.getByText(/inside/).hasAttribute('data-changed')
  expect(isTinted()).toBe(false)
  rerender(<LiveTint value={4}>4 inside</LiveTint>)
  expect(isTinted()).toBe(true)
  act(() => vi.advanceTimersByTime(1600))
  expect(isTinted()).toBe(false)
})
