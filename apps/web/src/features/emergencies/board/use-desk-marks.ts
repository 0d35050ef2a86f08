import { plural, t } from '@lingui/core/macro'
import type { Emergency } from '@muster/contract/emergencies.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orpc } from '../../../lib/api.ts'

/**
 * Shows in the title of the tab and on the app's icon how many people are not accounted for, while `isActive`. Afterwards both say again
 * what they said before.
 */
export function useDeskMarks(
  { states: { help, missing } }: Pick<Emergency, 'states'>,
  isActive: boolean,
): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isActive) return
    const title = document.title
    const missingText = plural(missing, { other: '# missing' })
    const marks =
      help > 0
        ? `${plural(help, { one: '# needs help', other: '# need help' })}, ${missingText}`
        : missingText
    const markedTitle = t`(${marks}) ${title}`
    document.title = markedTitle
    return () => {
      // The next page may have set its own title already.
      if (document.title === markedTitle) document.title = title
    }
  }, [help, missing, isActive])
  useEffect(() => {
    if (!isActive || !('setAppBadge' in navigator)) return
    navigator.setAppBadge(help + missing).catch(() => undefined)
    return () => {
      const unread = client.getQueryData(orpc.alerts.counts.queryKey())?.unread ?? 0
      const update = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()
      update.catch(() => undefined)
    }
  }, [help, missing, isActive, client])
}
