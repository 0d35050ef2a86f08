import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { hasCode, isRefusal } from '../../../lib/error-text.ts'
import { readStored, type VisitAnswer, writeStored } from './visit-storage.ts'

/** Milliseconds after which an answer that could not be sent is tried again. */
const retryMs = 5_000

/** Sends a visitor’s answers with the time at which they gave them, again and again until the server has them. */
export function useVisitAnswer(token: string) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState(() =>
    (readStored('muster.visit-answers') ?? []).filter(it => it.token === token),
  )
  const [helpRequestIds, setHelpRequestIds] = useState<Readonly<Record<string, string>>>({})
  useEffect(() => {
    const [entry] = waiting
    if (!entry) return
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const finish = async () => {
      await client.invalidateQueries({ queryKey: orpc.visitors.own.key() })
      if (!isCurrent) return
      const others = waiting.filter(it => it !== entry)
      storeAnswers(others)
      setWaiting(others)
    }
    const send = async () => {
      const { at, words: _, ...answer } = entry
      try {
        await api.visitors.ownAnswer({ ...answer, waitedMs: Math.max(0, Date.now() - at) })
        await finish()
      } catch (error) {
        const isFinal = isRefusal(error) && !hasCode(error, 'TOO_MANY_REQUESTS')
        if (isFinal) await finish()
        // The next answer comes first then: it must not wait for this one.
        else if (isCurrent) timer = setTimeout(() => setWaiting(moveToEnd(waiting, entry)), retryMs)
      }
    }
    void send()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [waiting, client])
  return {
    /** The answers that were not sent yet: one for each emergency, or a call for help and what takes it back. */
    waiting,
    /** The calls for help made on this page, by emergency, which can be taken back. */
    helpRequestIds,
    answer(
      emergencyId: string,
      answered: Pick<VisitAnswer, 'state' | 'undoes' | 'choice' | 'words' | 'orderedAt'>,
    ) {
      const entry: VisitAnswer = { ...answered, token, emergencyId, requestId: uuidV7(), at: Date.now() }
      // A call for help is taken back only after it was sent.
      const isReplaced = (it: VisitAnswer) =>
        it.emergencyId === emergencyId && it.requestId !== answered.undoes
      const others = waiting.filter(it => !isReplaced(it))
      const entries = answered.undoes ? [...others, entry] : [entry, ...others]
      storeAnswers(entries)
      setWaiting(entries)
      setHelpRequestIds(({ [emergencyId]: _, ...rest }) =>
        answered.state === 'help' ? { ...rest, [emergencyId]: entry.requestId } : rest,
      )
    },
  }
}

/** Moves an answer behind the others, but not behind the one that takes it back. */
function moveToEnd(answers: readonly VisitAnswer[], moved: VisitAnswer): VisitAnswer[] {
  const others = answers.filter(it => it !== moved)
  const isUndo = (it: VisitAnswer) => it.undoes === moved.requestId
  return [...others.filter(it => !isUndo(it)), moved, ...others.filter(isUndo)]
}

const storeAnswers = (answers: readonly VisitAnswer[]) =>
  writeStored('muster.visit-answers', answers.length === 0 ? undefined : answers)
