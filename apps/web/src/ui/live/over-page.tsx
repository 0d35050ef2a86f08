import type { ReactNode } from 'react'
import { StaleContext } from './stale-context.ts'

/** Wraps content over the page, such as a form in a dialog, that does not go stale with the page. */
export function OverPage({ children }: { children: ReactNode }) {
  return <StaleContext value={false}>{children}</StaleContext>
}
