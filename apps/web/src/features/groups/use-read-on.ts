import type { GroupDetail } from '@muster/contract/groups.ts'
import { useCallback, useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'

/** Marks messages as read while the newest one is visible on a focused page, at most once a second. */
export function useMarkRead({ id: groupId, lastRead }: GroupDetail, newest: number | undefined) {
  const lastReported = useRef(lastRead)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    if (
      newest === undefined ||
      newest <= lastReported.current ||
      document.hidden ||
      timer.current !== undefined
    )
      return
    timer.current = setTimeout(() => {
      timer.current = undefined
      const previousNumber = lastReported.current
      lastReported.current = newest
      api.groupMessages.read({ groupId, number: newest }).catch(() => {
        lastReported.current = previousNumber
      })
    }, 500)
  }, [groupId, newest])
}
