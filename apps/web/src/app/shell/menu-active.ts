import { useLocation } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import type { MenuItem } from './menu.ts'

/** Marks the item of the current page, visually and for screen readers. */
export const activeLinkProps = { 'data-active': true, 'aria-current': 'page' } as const

/** True if the current page is one of the item's other paths, or below one. */
export function useIsAliasActive({ also }: MenuItem): boolean {
  const pathname = useLocation({ select: location => location.pathname })
  return also?.some(path => pathname === path || pathname.startsWith(`${path}/`)) ?? false
}

/** The dashboard of super admins is active only on its own page, not on the pages below its address. */
export const toActiveOptions = ({ to }: MenuItem) => ({ exact: to === paths.superAdmin })
