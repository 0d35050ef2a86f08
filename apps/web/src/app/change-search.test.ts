import { expect, it, vi } from 'vitest'
import { changeSearch } from './change-search.ts'

type Search = { q?: string | undefined; role?: string; user?: string | undefined }
type Navigation = { search: (before: Search) => Search; replace: boolean | undefined; resetScroll: boolean }

/** Sets up `changeSearch` with a fake `navigate` that records the last navigation and the resulting search parameters. */
function setupSearch(initialSearch: Search, keepsScroll: Parameters<typeof changeSearch<Search>>[1]) {
  const navigate = vi.fn<(to: Navigation) => void>()
  return {
    change: changeSearch(navigate, keepsScroll),
    says: () => navigate.mock.calls.reduce((current, [{ search }]) => search(current), initialSearch),
    lastNavigation: () => navigate.mock.calls.at(-1)?.[0],
  }
}

it('opening or closing details keeps the scroll position; any other search resets it', () => {
  const { change, lastNavigation: getNavigation } = setupSearch({}, ['user'])
  change({ user: 'ana' })
  expect(getNavigation()?.resetScroll).toBe(false)
  change({ user: undefined })
  expect(getNavigation()?.resetScroll).toBe(false)
  change({ q: 'an' })
  expect(getNavigation()?.resetScroll).toBe(true)
  change({ q: undefined, user: 'ana' })
  expect(getNavigation()?.resetScroll).toBe(false)
})

it('a page with several parts always keeps the scroll position; one without details never does', () => {
  const sectionedPage = setupSearch({}, 'always')
  sectionedPage.change({ q: 'an' })
  expect(sectionedPage.lastNavigation()?.resetScroll).toBe(false)
  const plainPage = setupSearch({}, [])
  plainPage.change({ user: 'ana' })
  expect(plainPage.lastNavigation()?.resetScroll).toBe(true)
})

it('changes the named fields and leaves the current value of the others', () => {
  const { change, says } = setupSearch({ q: 'old', role: 'viewer' }, ['user'])
  change({ q: 'ana' })
  // A second change before the page has rendered the first one.
  change({ user: 'ana' })
  expect(says()).toEqual({ q: 'ana', role: 'viewer', user: 'ana' })
  change({ q: undefined })
  expect(says()).toEqual({ q: undefined, role: 'viewer', user: 'ana' })
})

it('replaces the history entry only on request', () => {
  const { change, lastNavigation: getNavigation } = setupSearch({}, [])
  change({ q: 'a' })
  expect(getNavigation()?.replace).toBeUndefined()
  change({ q: 'an' }, { replace: true })
  expect(getNavigation()?.replace).toBe(true)
})
