import { useLocation } from '@tanstack/react-router'
import type { MenuItem } from './menu.ts'

/** How the item of the present page is marked, for the eye and for screen readers. */
export const activeMark = { 'data-active': true, 'aria-current': 'page' } as const

/** Whether the present page is the item's under one of its other addresses. */
export function useIsAlso({ also }: MenuItem): boolean {
  const pathname = useLocation({ select: location => location.pathname })
  return also?.some(path => path === pathname) ?? false
}
