import '../testing/clean-up.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderUi } from '../testing/render.tsx'
import { VirtualGrid } from './virtual-grid.tsx'

const items = Array.from({ length: 1000 }, (_, n) => `Card ${n}`)
const scrollTo = (y: number) =>
  act(() => {
    window.scrollTo(0, y)
    window.dispatchEvent(new Event('scroll'))
  })
// Nothing is laid out here: the grid begins at the top of the page, and scrolling moves it up.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -window.scrollY, 0, 0),
  )
})
afterEach(() => {
  window.scrollTo(0, 0)
  vi.restoreAllMocks()
})

function show() {
  renderUi(
    <VirtualGrid items={items} keyOf={item => item} estimate={200} label="Cards">
      {item => <button type="button">{item}</button>}
    </VirtualGrid>,
  )
}

it('renders what is near the screen, and says how many there are', async () => {
  show()
  expect(screen.getAllByRole('listitem').length).toBeLessThan(20)
  expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('1000')
  scrollTo(100_000)
  await waitFor(() => expect(screen.queryByText('Card 0')).toBeNull())
  const [first] = screen.getAllByRole('listitem')
  expect(Number(first?.getAttribute('aria-posinset'))).toBeGreaterThan(400)
})

it('keeps the card last touched, however far one scrolls', async () => {
  show()
  act(() => screen.getByText('Card 1').focus())
  scrollTo(100_000)
  await waitFor(() => expect(screen.queryByText('Card 0')).toBeNull())
  expect(document.activeElement).toBe(screen.getByText('Card 1'))
})
