import type { GroupDetail } from '@muster/contract/groups.ts'
import { useCallback, useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'

/**
 * Returns a function to call when the newest message is visible. After 500 ms, it marks all messages up to that one as read. It
 * does nothing if they are already marked, if the page is hidden, or if an earlier call is still waiting.
 */
export function useMarkRead({ id: groupId, lastRead }: GroupDetail, newest: number | undefined) {
  const lastReportedNumber = useRef(lastRead)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    if (
      newest === undefined ||
      newest <= lastReportedNumber.current ||
      document.hidden ||
      timer.current !== undefined
    )
      return
    timer.current = setTimeout(() => {
      timer.current = undefined
      const previousNumber = lastReportedNumber.current
      lastReportedNumber.current = newest
      api.groupMessages.read({ groupId, number: newest }).catch(() => {
        lastReportedNumber.current = previousNumber
      })
    }, 500)
  }, [groupId, newest])
}
