import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'

const unseen: ReadonlySet<string> = new Set(['queued', 'delivered', 'pushed'])

/**
 * Notes that the reader has opened it, once, and again when another person needs help: that person learns who has seen the call. The reader
 * need not know whether the note arrives.
 */
export function useSeen({ id, mine, progress }: Pick<BroadcastDetail, 'id' | 'mine' | 'progress'>): void {
  const isUnseen = mine !== null && unseen.has(mine.state)
  const helpCount = progress?.help ?? 0
  const subject = isUnseen || helpCount > 0 ? `${id} ${helpCount}` : undefined
  useNote(subject, { broadcastId: id })
}

/** Notes that the reader has opened a person from the answers of a broadcast. */
export function useSeenPerson(broadcastId: string | undefined, personId: string | undefined): void {
  const isOpen = broadcastId !== undefined && personId !== undefined
  useNote(isOpen ? `${broadcastId} ${personId}` : undefined, { broadcastId: broadcastId ?? '', personId })
}

/** Notes each subject once; undefined is none. */
function useNote(
  subject: string | undefined,
  input: { broadcastId: string; personId?: string | undefined },
): void {
  const noted = useRef<string>(undefined)
  const { broadcastId, personId } = input
  useEffect(() => {
    if (subject === undefined || noted.current === subject) return
    noted.current = subject
    api.broadcasts.see({ broadcastId, personId }).catch(() => undefined)
  }, [subject, broadcastId, personId])
}
