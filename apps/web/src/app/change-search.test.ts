import { expect, it, vi } from 'vitest'
import { changeSearch } from './change-search.ts'

type Search = { q?: string | undefined; role?: string; user?: string | undefined }
type To = { search: (before: Search) => Search; replace: boolean | undefined; resetScroll: boolean }

/** A list that changes its URL: records the last navigation and the resulting search parameters. */
function aList(at: Search, keepsPlace: Parameters<typeof changeSearch<Search>>[1]) {
  const go = vi.fn<(to: To) => void>()
  return {
    change: changeSearch(go, keepsPlace),
    says: () => go.mock.calls.reduce((before, [{ search }]) => search(before), at),
    lastNavigation: () => go.mock.calls.at(-1)?.[0],
  }
}

it('opening or closing details keeps the scroll position; any other search resets it', () => {
  const { change, lastNavigation: asked } = aList({}, ['user'])
  change({ user: 'ana' })
  expect(asked()?.resetScroll).toBe(false)
  change({ user: undefined })
  expect(asked()?.resetScroll).toBe(false)
  change({ q: 'an' })
  expect(asked()?.resetScroll).toBe(true)
  change({ q: undefined, user: 'ana' })
  expect(asked()?.resetScroll).toBe(false)
})

it('a page with several parts always keeps the scroll position; one without details never does', () => {
  const parts = aList({}, 'always')
  parts.change({ q: 'an' })
  expect(parts.lastNavigation()?.resetScroll).toBe(false)
  const plain = aList({}, [])
  plain.change({ user: 'ana' })
  expect(plain.lastNavigation()?.resetScroll).toBe(true)
})

it('changes the named fields and leaves the current value of the others', () => {
  const { change, says } = aList({ q: 'old', role: 'viewer' }, ['user'])
  change({ q: 'ana' })
  // A second change before the page has rendered the first one.
  change({ user: 'ana' })
  expect(says()).toEqual({ q: 'ana', role: 'viewer', user: 'ana' })
  change({ q: undefined })
  expect(says()).toEqual({ q: undefined, role: 'viewer', user: 'ana' })
})

it('replaces the history entry only on request', () => {
  const { change, lastNavigation: asked } = aList({}, [])
  change({ q: 'a' })
  expect(asked()?.replace).toBeUndefined()
  change({ q: 'an' }, { replace: true })
  expect(asked()?.replace).toBe(true)
})
