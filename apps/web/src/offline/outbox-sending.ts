import type { OutboxContent } from './outbox-content.ts'
import { isWaiting, type OutboxEntry } from './outbox-entry.ts'
import { afterFailure } from './outbox-kind.ts'
import { keepAnswer, keepFailure } from './outbox-results.ts'
import type { Sender, SendWith } from './sender.ts'

/** Hears that an entry was taken by the server after it had waited. */
export type SentListener = (entry: OutboxEntry, answer: unknown) => void

type Parts = {
  readonly content: OutboxContent
  readonly kinds: ReadonlyMap<string, Sender>
  readonly now: () => number
  readonly sendWith: () => SendWith | undefined
  readonly onSent: SentListener
}

/** Sends the waiting entries of a person from this tab, the oldest first. */
export function createOutboxSending({ content, kinds, now, sendWith, onSent }: Parts) {
  /** On their way by the hand of the person right now. */
  const inHand = new Set<string>()
  /** On their way from this tab; replaced with each change. */
  let onTheWay: ReadonlySet<string> = new Set()
  const setOnTheWay = (batch: readonly OutboxEntry[]) => {
    onTheWay = new Set(batch.map(({ id }) => id))
    content.emit()
  }

  /** Answers whether the next ones may be tried. */
  const sendBatch = async (batch: readonly OutboxEntry[], isStill: () => boolean): Promise<boolean> => {
    const kind = kinds.get(batch[0]?.kind ?? '')
    // Of a version of the app that is not here yet.
    if (!kind) return true
    const parts = sendWith()
    if (!parts) return false
    setOnTheWay(batch)
    try {
      const answers = await kind.send(batch, parts)
      for (const [place, entry] of batch.entries()) {
        const answer = answers[place]
        await content.changeOrWarn(store => keepAnswer(store, entry, answer, { kinds, now: now() }))
        if (isStill()) onSent(entry, answer)
      }
      return true
    } catch (error) {
      for (const entry of batch) {
        const after = afterFailure(entry, error)
        if (after === 'later' || !isStill()) return false
        if (kind.mostWaiting) await content.remove(entry.id)
        else await content.change(store => keepFailure(store, after))
      }
      return true
    } finally {
      setOnTheWay([])
    }
  }

  return {
    onTheWay: () => onTheWay,
    async sendAll(userId: string, isStill: () => boolean): Promise<void> {
      await content.load()
      // Large ones come last; those whose report went just now have come free.
      for (const isLarge of [false, true]) {
        const waiting = content
          .get()
          .filter(one => one.userId === userId && isWaiting(one) && !one.after && !inHand.has(one.id))
          .filter(one => (kinds.get(one.kind)?.isLarge === true) === isLarge)
        for (const batch of toBatches(waiting, kinds))
          if (!isStill() || !(await sendBatch(batch, isStill))) return
      }
    },
    /** While `act` sends an entry by the person's own hand, nothing else in this tab does. */
    async byHand<T>(id: string, act: () => Promise<T>): Promise<T> {
      inHand.add(id)
      try {
        return await act()
      } finally {
        inHand.delete(id)
      }
    },
  }
}

/** Neighbours of one kind go together, as many as the kind takes. */
function toBatches(waiting: readonly OutboxEntry[], kinds: Parts['kinds']): OutboxEntry[][] {
  const batches: OutboxEntry[][] = []
  for (const entry of waiting) {
    const last = batches.at(-1)
    const most = kinds.get(entry.kind)?.together ?? 1
    if (last?.[0]?.kind === entry.kind && last.length < most) last.push(entry)
    else batches.push([entry])
  }
  return batches
}
