import { useDocumentVisibility } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, orpc } from '../../lib/api.ts'

/** Minimum milliseconds between two notes, because the roll changes with each answer. */
const intervalMs = 5_000

/** Notes it while the page is visible and `version` changes; those people read it. A failed note waits for the next change. */
export function useSeeHelp(emergencyId: string, needsHelp: boolean, version: unknown): void {
  const client = useQueryClient()
  const isVisible = useDocumentVisibility() === 'visible'
  const notedAt = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version of the list may show somebody else.
  useEffect(() => {
    if (!needsHelp || !isVisible) return
    const timer = setTimeout(
      () => {
        notedAt.current = Date.now()
        void api.emergencies
          .seeHelp({ emergencyId })
          .then(() => client.invalidateQueries({ queryKey: orpc.alerts.key() }))
          .catch(() => undefined)
      },
      Math.max(0, notedAt.current + intervalMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [emergencyId, needsHelp, isVisible, version, client])
}
