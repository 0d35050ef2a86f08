import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { orpc } from '../../lib/api.ts'
import { useSendPosition } from '../presence/public.ts'

/** Milliseconds between two readings. The first one after a press is often poor, and people move. */
const renewalMs = 30_000

/** Sends the position again and again while the user needs help and the page is visible, with consent. */
export function useHelpPosition(needsHelp: boolean): void {
  const client = useQueryClient()
  const send = useRef(useSendPosition())
  send.current = useSendPosition()
  useEffect(() => {
    if (!needsHelp) return
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      void send.current().then(() => client.invalidateQueries({ queryKey: orpc.emergencies.mine.key() }))
    }, renewalMs)
    return () => clearInterval(timer)
  }, [needsHelp, client])
}
