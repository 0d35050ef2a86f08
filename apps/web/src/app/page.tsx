import { type AnyRoute, createRoute, getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { SearchProps } from '../lib/search-props.ts'
import { changeSearch } from './change-search.ts'
import { lazyScreen } from './lazy-screen.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown in the header and in the browser tab. */
    title?: string
    /** True for a screen about zones: failure toasts disappear sooner there. */
    aboutZones?: boolean
  }
}

type Options<Path extends string, Search extends object> = {
  path: Path
  title?: string
  aboutZones?: boolean
  search?: (search: Record<string, unknown>) => Search
  /** Changes to these fields, such as the open details beside a list, keep the scroll position; other changes start at the top. */
  keepsPlace?: readonly (keyof Search)[] | 'always'
  /** True if changes to the search parameters replace the history entry. */
  replaces?: boolean
  /** Loads the screen as a separate chunk. A screen without search parameters takes no props. */
  load: () => Promise<ComponentType<SearchProps<Search>>>
}

/** A page's path is in `lib/paths.ts` and its position in the menu in `shell/menu.ts`. */
export function createPageFactory<Parent extends AnyRoute>(parent: Parent, parentId: string) {
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
            const updateSearch = changeSearch<Search>(route.useNavigate() as never, keepsPlace)
            return (
              <Screen
                search={route.useSearch() as unknown as Search}
                onSearch={(changes, options) => updateSearch(changes, { replace: replaces, ...options })}
              />
            )
          },
        }
      }, 'Page'),
    })
}
