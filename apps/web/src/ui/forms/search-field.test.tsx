import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { SearchField } from './search-field.tsx'

afterEach(() => vi.restoreAllMocks())

/** Returns the placeholder of the empty field on a screen of this width in pixels, at the default font size. */
function readPlaceholderAt(width: number): string | null {
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

it('shortens the placeholder to the available width, but keeps the full accessible name', () => {
  expect(readPlaceholderAt(1280)).toBe('Search by name, email or user code')
  expect(readPlaceholderAt(360)).toBe('Name, email or user code')
  expect(readPlaceholderAt(180)).toBe('Search')
})
