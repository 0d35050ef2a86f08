import type { ReactNode } from 'react'
import { CardMarkPlace } from './card-mark.tsx'
import { LiveClaims } from './live-claims.ts'
import { Stale } from './stale-context.ts'

/** What lies over the page, as a dialog: the frames of the page do not reach it, and their words may be covered by it. */
export function OverPage({ children }: { children: ReactNode }) {
  return (
    <Stale value={false}>
      <LiveClaims value={undefined}>
        <CardMarkPlace value={undefined}>{children}</CardMarkPlace>
      </LiveClaims>
    </Stale>
  )
}
