import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { SearchField } from './search-field.tsx'

afterEach(() => vi.restoreAllMocks())

/** What the field says while it is empty, on a screen of that width in pixels at the usual size of letters. */
function placeholderAt(width: number): string | null {
  vi.spyOn(window, 'matchMedia').mockImplementation(media => {
    const [, amount = '', unit = ''] = /max-width: ([\d.]+)(px|em)/.exec(media) ?? []
    const matches = width <= Number(amount) * (unit === 'em' ? 16 : 1)
    return { matches, media, addEventListener() {}, removeEventListener() {} } as never
  })
  renderUi(<SearchField label="Search by name, email or user code" value="" onChange={() => undefined} />)
  const field = screen.getByRole('searchbox', { name: 'Search by name, email or user code' })
  const placeholder = field.getAttribute('placeholder')
  cleanup()
  return placeholder
}

it('says what is searched in as many words as there is room for, and by its name always in all', () => {
  expect(placeholderAt(1280)).toBe('Search by name, email or user code')
  expect(placeholderAt(360)).toBe('Name, email or user code')
  expect(placeholderAt(180)).toBe('Search')
})
