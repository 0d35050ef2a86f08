import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'

const unseenStates: ReadonlySet<string> = new Set(['queued', 'delivered', 'pushed'])

/** Reported again when another person needs help, because they see who has seen the call. A failure is ignored. */
export function useMarkSeen({ id, mine, progress }: Pick<BroadcastDetail, 'id' | 'mine' | 'progress'>): void {
  const isUnseen = mine !== null && unseenStates.has(mine.state)
  const helpCount = progress?.help ?? 0
  const reportKey = isUnseen || helpCount > 0 ? `${id} ${helpCount}` : undefined
  useReportOnce(reportKey, { broadcastId: id })
}

export function useMarkPersonSeen(broadcastId: string | undefined, personId: string | undefined): void {
  const isOpen = broadcastId !== undefined && personId !== undefined
  useReportOnce(isOpen ? `${broadcastId} ${personId}` : undefined, {
    broadcastId: broadcastId ?? '',
    personId,
  })
}

/** Reports a subject, unless it is undefined or was the last one reported. */
function useReportOnce(
  subject: string | undefined,
  input: { broadcastId: string; personId?: string | undefined },
): void {
  const lastReportedSubject = useRef<string>(undefined)
  const { broadcastId, personId } = input
  useEffect(() => {
    if (subject === undefined || lastReportedSubject.current === subject) return
    lastReportedSubject.current = subject
    api.broadcasts.see({ broadcastId, personId }).catch(() => undefined)
  }, [subject, broadcastId, personId])
}
