import { expect, it, vi } from 'vitest'
import { changeSearch } from './change-search.ts'

type Search = { q?: string | undefined; role?: string; user?: string | undefined }
type To = { search: (before: Search) => Search; replace: boolean | undefined; resetScroll: boolean }

/** How a list changes its address: what was asked for, and what the address says after all of it. */
function aList(at: Search, keepsPlace: Parameters<typeof changeSearch<Search>>[1]) {
  const go = vi.fn<(to: To) => void>()
  return {
    change: changeSearch(go, keepsPlace),
    says: () => go.mock.calls.reduce((before, [{ search }]) => search(before), at),
    asked: () => go.mock.calls.at(-1)?.[0],
  }
}

it('what is opened or closed beside a list keeps the place in it, any other search begins at the top', () => {
  const { change, asked } = aList({}, ['user'])
  change({ user: 'ana' })
  expect(asked()?.resetScroll).toBe(false)
  change({ user: undefined })
  expect(asked()?.resetScroll).toBe(false)
  change({ q: 'an' })
  expect(asked()?.resetScroll).toBe(true)
  change({ q: undefined, user: 'ana' })
  expect(asked()?.resetScroll).toBe(false)
})

it('a page of several parts keeps its place always, one without details never', () => {
  const parts = aList({}, 'always')
  parts.change({ q: 'an' })
  expect(parts.asked()?.resetScroll).toBe(false)
  const plain = aList({}, [])
  plain.change({ user: 'ana' })
  expect(plain.asked()?.resetScroll).toBe(true)
})

it('changes what was named, and leaves the rest as it is by then', () => {
  const { change, says } = aList({ q: 'old', role: 'viewer' }, ['user'])
  change({ q: 'ana' })
  // Before the page was drawn with the first one.
  change({ user: 'ana' })
  expect(says()).toEqual({ q: 'ana', role: 'viewer', user: 'ana' })
  change({ q: undefined })
  expect(says()).toEqual({ q: undefined, role: 'viewer', user: 'ana' })
})

it('takes the place of the address before only where that is asked for', () => {
  const { change, asked } = aList({}, [])
  change({ q: 'a' })
  expect(asked()?.replace).toBeUndefined()
  change({ q: 'an' }, { replace: true })
  expect(asked()?.replace).toBe(true)
})
