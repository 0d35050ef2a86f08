import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { VirtualGrid } from './virtual-grid.tsx'

const items = Array.from({ length: 1000 }, (_, n) => `Card ${n}`)
const scrollTo = (y: number) =>
  act(() => {
    window.scrollTo(0, y)
    window.dispatchEvent(new Event('scroll'))
  })
// Tests have no layout. Simulate a grid that starts at the top of the page and moves up as the page scrolls.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -window.scrollY, 0, 0),
  )
})
afterEach(() => {
  window.scrollTo(0, 0)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function renderGrid() {
  renderUi(
    <VirtualGrid items={items} getKey={item => item} estimate={200} label="Cards">
      {item => <button type="button">{item}</button>}
    </VirtualGrid>,
  )
}

it('renders the cards near the viewport, and exposes the total', async () => {
  renderGrid()
  expect(screen.getAllByRole('listitem').length).toBeLessThan(20)
  expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('1000')
  scrollTo(100_000)
  await waitFor(() => expect(screen.queryByText('Card 0')).toBeNull())
  const [firstCard] = screen.getAllByRole('listitem')
  expect(Number(firstCard?.getAttribute('aria-posinset'))).toBeGreaterThan(400)
})

it('the last touched card stays mounted, however far the page scrolls', async () => {
  renderGrid()
  act(() => screen.getByText('Card 1').focus())
  scrollTo(100_000)
  await waitFor(() => expect(screen.queryByText('Card 0')).toBeNull())
  expect(document.activeElement).toBe(screen.getByText('Card 1'))
})

it('reserves space for omitted cards', async () => {
  renderGrid()
  const list = screen.getByRole('list', { name: 'Cards' })
  expect(list.style.height).toBe(`${1000 * 200 + 999 * 16}px`)
  act(() => screen.getByText('Card 1').focus())
  scrollTo(100_000)
  await waitFor(() => expect(screen.queryByText('Card 0')).toBeNull())
  // Card 1 comes after a gap the height of one card. Another gap fills the space between Card 1 and the cards on the screen.
  const [previousRow, focusedRow, betweenRow, nextRow] = [...list.children] as HTMLElement[]
  expect(previousRow?.style.height).toBe('200px')
  expect(focusedRow?.textContent).toBe('Card 1')
  const skippedRowCount = Number(nextRow?.dataset.index) - 2
  expect(betweenRow?.style.height).toBe(`${skippedRowCount * 200 + (skippedRowCount - 1) * 16}px`)
})

it('a card that moves to another row keeps its identity', () => {
  const createGrid = (cards: string[]) => (
    <VirtualGrid items={cards} getKey={item => item} estimate={200}>
      {item => <input aria-label={item} />}
    </VirtualGrid>
  )
  const view = renderUi(createGrid(['B', 'C']))
  const field = screen.getByLabelText('C')
  view.rerender(createGrid(['A', 'B', 'C']))
  expect(screen.getByLabelText('C')).toBe(field)
})

it('observes its width once, however often it renders, so that no report of the width renders it for ever', async () => {
  const observe = vi.fn<(element: Element) => void>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = observe
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  renderGrid()
  scrollTo(100_000)
  await waitFor(() => expect(screen.queryByText('Card 0')).toBeNull())
  const list = screen.getByRole('list', { name: 'Cards' })
  expect(observe.mock.calls.filter(([element]) => element === list)).toHaveLength(1)
})
