import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'

const unseen: ReadonlySet<string> = new Set(['queued', 'delivered', 'pushed'])

/** Notes that the reader has opened it, once; whether that arrives is of no concern to them. */
export function useSeen({ id: broadcastId, mine }: Pick<BroadcastDetail, 'id' | 'mine'>): void {
  const noted = useRef<string>(undefined)
  const isUnseen = mine !== null && unseen.has(mine.state)
  useEffect(() => {
    if (!isUnseen || noted.current === broadcastId) return
    noted.current = broadcastId
    api.broadcasts.see({ broadcastId }).catch(() => undefined)
  }, [isUnseen, broadcastId])
}
