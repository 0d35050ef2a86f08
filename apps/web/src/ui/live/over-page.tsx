import type { ReactNode } from 'react'
import { StaleContext } from './stale-context.ts'

/** Wraps content on top of the page, such as a form in a dialog, so that it is not shown as stale together with the page. */
export function OverPage({ children }: { children: ReactNode }) {
  return <StaleContext value={false}>{children}</StaleContext>
}
