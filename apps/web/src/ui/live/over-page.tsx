import type { ReactNode } from 'react'
import { Stale } from './stale-context.ts'

/** Around what lies over the page, as a form in a dialog: it is not as old as the page. */
export function OverPage({ children }: { children: ReactNode }) {
  return <Stale value={false}>{children}</Stale>
}
