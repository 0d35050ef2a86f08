import type { OwnState } from '@muster/domain/emergency.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { hasCode, isRefusal } from '../../../lib/error-text.ts'
import { readStored, writeStored } from './visit-storage.ts'

/** Milliseconds after which an answer that could not be sent is tried again. */
const retryMs = 5_000

/** Sends a visitor’s answer with the time at which they gave it, again and again until the server has it. */
export function useVisitAnswer(token: string) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState(() => {
    const stored = readStored('muster.visit-answer')
    return stored?.token === token ? stored : undefined
  })
  useEffect(() => {
    if (!waiting) return
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const finish = async () => {
      await client.invalidateQueries({ queryKey: orpc.visitors.own.key() })
      if (!isCurrent) return
      writeStored('muster.visit-answer', undefined)
      setWaiting(undefined)
    }
    const send = async () => {
      const { at, ...answer } = waiting
      try {
        await api.visitors.ownAnswer({ ...answer, waitedMs: Math.max(0, Date.now() - at) })
        await finish()
      } catch (error) {
        const isFinal = isRefusal(error) && !hasCode(error, 'TOO_MANY_REQUESTS')
        if (isFinal) await finish()
        else if (isCurrent) timer = setTimeout(() => void send(), retryMs)
      }
    }
    void send()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [waiting, client])
  return {
    /** The answer that was not sent yet. */
    waiting,
    answer(emergencyId: string, state: OwnState) {
      const entry = { token, emergencyId, state, requestId: uuidV7(), at: Date.now() }
      writeStored('muster.visit-answer', entry)
      setWaiting(entry)
    },
  }
}
