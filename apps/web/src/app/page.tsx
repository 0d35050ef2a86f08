import { type AnyRoute, createRoute, getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { InAddress } from '../lib/in-address.ts'
import { changeSearch } from './change-search.ts'
import { lazyScreen } from './lazy-screen.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown in the header and in the browser tab. */
    title?: string
    /** A screen about zones: failure toasts stay shorter there. */
    aboutZones?: boolean
  }
}

type Options<Path extends string, Search extends object> = {
  path: Path
  title?: string
  aboutZones?: boolean
  /** Parses the search parameters of the page. */
  search?: (search: Record<string, unknown>) => Search
  /** Changes of these fields keep the scroll position, such as open details beside a list; others start at the top. */
  keepsPlace?: readonly (keyof Search)[] | 'always'
  /** Changes replace the history entry. */
  replaces?: boolean
  /** Loads the screen as a separate chunk. A screen without search parameters takes no props. */
  load: () => Promise<ComponentType<InAddress<Search>>>
}

/**
 * Creates pages below a route: the definition of a page for the router, the header and the browser tab. Its address is in
 * `lib/paths.ts`, its place in the menu in `shell/menu.ts`.
 */
export function pagesUnder<Parent extends AnyRoute>(parent: Parent, parentId: string) {
  return <const Path extends string, Search extends object = object>({
    path,
    title,
    aboutZones,
    search,
    keepsPlace = [],
    replaces,
    load,
  }: Options<Path, Search>) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: search as (search: Record<string, unknown>) => Search,
      staticData: { title, aboutZones },
      component: lazyScreen(async () => {
        const Screen = await load()
        const route = getRouteApi(`${parentId}${path}` as '/signed-in/in-shell/users')
        return {
          Page() {
            const change = changeSearch<Search>(route.useNavigate() as never, keepsPlace)
            return (
              <Screen
                search={route.useSearch() as unknown as Search}
                onSearch={(changes, options) => change(changes, { replace: replaces, ...options })}
              />
            )
          },
        }
      }, 'Page'),
    })
}
