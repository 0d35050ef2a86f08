import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { narrow } from '../../ui/layout/use-screen.ts'
import { AppearanceCard } from './appearance-card.tsx'

afterEach(() => vi.restoreAllMocks())

it('the choices are stacked if a line barely fits one word', () => {
  const matches = vi.spyOn(window, 'matchMedia')
  const atWidth = (isNarrow: boolean) =>
    matches.mockImplementation(
      media =>
        Object.assign(new EventTarget(), { media, matches: isNarrow && media === narrow }) as MediaQueryList,
    )
  atWidth(false)
  const choices = () => screen.getByRole('radiogroup', { name: 'Appearance' })
  const { unmount } = renderUi(<AppearanceCard />)
  expect(choices().dataset.orientation).toBe('horizontal')
  unmount()
  atWidth(true)
  renderUi(<AppearanceCard />)
  expect(choices().dataset.orientation).toBe('vertical')
})
