import type { ReactNode } from 'react'
import { SaidStale, Stale } from './stale-context.ts'

/** What lies over the page, as a dialog: the frames of the page do not reach it, and their words may be covered by it. */
export function OverPage({ children }: { children: ReactNode }) {
  return (
    <Stale value={false}>
      <SaidStale value={undefined}>{children}</SaidStale>
    </Stale>
  )
}
