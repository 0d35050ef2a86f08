import type { GroupDetail } from '@muster/contract/groups.ts'
import { useCallback, useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'

/** Call it when the newest message is visible: after 500 ms, all messages up to it are read. Does nothing while the page is hidden. */
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
