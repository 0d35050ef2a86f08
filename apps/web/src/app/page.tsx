import { type AnyRoute, createRoute, getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { InAddress } from '../lib/in-address.ts'
import { changeSearch } from './change-search.ts'
import { lazyScreen } from './lazy-screen.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** In the header and in the tab of the browser. */
    title?: string
    /** A screen about zones: notices of failures stay shorter there. */
    aboutZones?: boolean
  }
}

type Options<Path extends string, Search extends object> = {
  path: Path
  title?: string
  aboutZones?: boolean
  /** Reads what the address says of the page. */
  search?: (search: Record<string, unknown>) => Search
  /** Changes of these fields keep the place on the page, as of what is open beside a list; others begin at the top. */
  keepsPlace?: readonly (keyof Search)[] | 'always'
  /** Changes are no steps to come back from. */
  replaces?: boolean
  /** Loads the screen, in a chunk of its own. One that keeps nothing in the address takes no props. */
  load: () => Promise<ComponentType<InAddress<Search>>>
}

/**
 * Pages below a route: what the router, the header and the tab know of a page is said here once. Its address stands in
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
