import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { narrowQuery } from '../../ui/layout/use-screen.ts'
import { AppearanceCard } from './appearance-card.tsx'

afterEach(() => vi.restoreAllMocks())

it('the choices are stacked if a line barely fits one word', () => {
  const matchMedia = vi.spyOn(window, 'matchMedia')
  const mockWidth = (isNarrow: boolean) =>
    matchMedia.mockImplementation(
      media =>
        Object.assign(new EventTarget(), {
          media,
          matches: isNarrow && media === narrowQuery,
        }) as MediaQueryList,
    )
  mockWidth(false)
  const getChoices = () => screen.getByRole('radiogroup', { name: 'Appearance' })
  const { unmount } = renderUi(<AppearanceCard />)
  expect(getChoices().dataset.orientation).toBe('horizontal')
  unmount()
  mockWidth(true)
  renderUi(<AppearanceCard />)
  expect(getChoices().dataset.orientation).toBe('vertical')
})
