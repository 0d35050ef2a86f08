import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useScrollAnchor } from './use-scroll-anchor.ts'

/** Changes the columns, which moves the only card down by 200 px, and returns how the page was scrolled. */
function changeColumns(touched: string | undefined) {
  const box = document.createElement('div')
  box.innerHTML = '<div data-card="one"></div>'
  let top = 100
  const card = box.firstElementChild as Element
  card.getBoundingClientRect = () => new DOMRect(0, top, 100, 100)
  const scrollBy = vi.spyOn(window, 'scrollBy').mockReturnValue()
  const ref = { current: box }
  const { rerender } = renderHook(columns => useScrollAnchor(ref, { columns, width: 0, touched }), {
    initialProps: 3,
  })
  top = 300
  rerender(1)
  const calls = scrollBy.mock.calls.map(([options]) => (options as ScrollToOptions).top)
  vi.restoreAllMocks()
  return calls
}

it('keeps a touched card, and otherwise the first one, in place when the columns change', () => {
  expect(changeColumns('one')).toEqual([200])
  vi.stubGlobal('scrollY', 50)
  expect(changeColumns(undefined)).toEqual([200])
  vi.unstubAllGlobals()
})

it('leaves a page at the top when the device is turned', () => {
  expect(changeColumns(undefined)).toEqual([])
})
