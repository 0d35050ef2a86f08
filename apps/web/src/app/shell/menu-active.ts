import { useLocation } from '@tanstack/react-router'
import type { MenuItem } from './menu.ts'

export const currentLinkProps = { 'data-active': true, 'aria-current': 'page' } as const

/** True if the current page is that of one of the items or, unless the item is exact, below one of its paths. */
export const useIsCurrent = (...items: readonly MenuItem[]): boolean =>
  useLocation({
    select: ({ pathname }) =>
      items.some(({ to, also = [], exact }) =>
        [to, ...also].some(path => pathname === path || (!exact && pathname.startsWith(`${path}/`))),
      ),
  })
