import type { OutboxContent } from './outbox-content.ts'
import { isWaiting, type OutboxEntry } from './outbox-entry.ts'
import { afterFailure } from './outbox-kind.ts'
import { storeAnswer, storeFailure } from './outbox-results.ts'
import type { Sender, SendWith } from './sender.ts'

/** Called when the server has recorded an entry that had been queued. */
export type SentListener = (entry: OutboxEntry, answer: unknown) => void

type Parts = {
  readonly content: OutboxContent
  readonly kinds: ReadonlyMap<string, Sender>
  readonly now: () => number
  readonly sendWith: () => SendWith | undefined
  readonly onSent: SentListener
}

/** Sends a person's queued entries from this tab, oldest first. */
export function createOutboxSending({ content, kinds, now, sendWith, onSent }: Parts) {
  /** Ids of entries that the person is sending by hand right now. */
  const inHand = new Set<string>()
  /** Ids of entries being sent from this tab; replaced with each change. */
  let onTheWay: ReadonlySet<string> = new Set()
  const setOnTheWay = (batch: readonly OutboxEntry[]) => {
    onTheWay = new Set(batch.map(({ id }) => id))
    content.emit()
  }

  /** Sends a batch; resolves to true if the next one may be tried. */
  const sendBatch = async (batch: readonly OutboxEntry[], isStill: () => boolean): Promise<boolean> => {
    const kind = kinds.get(batch[0]?.kind ?? '')
    // The entry was stored by a version of the app that is not running here.
    if (!kind) return true
    const parts = sendWith()
    if (!parts) return false
    setOnTheWay(batch)
    try {
      const answers = await kind.send(batch, parts)
      for (const [place, entry] of batch.entries()) {
        const answer = answers[place]
        await content.changeOrWarn(store => storeAnswer(store, entry, answer, { kinds, now: now() }))
        if (isStill()) onSent(entry, answer)
      }
      return true
    } catch (error) {
      for (const entry of batch) {
        const after = afterFailure(entry, error)
        if (after === 'later' || !isStill()) return false
        if (kind.mostWaiting) await content.remove(entry.id)
        else await content.change(store => storeFailure(store, after))
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
      // Large entries come last; reports sent in the first pass unblock their files.
      for (const isLarge of [false, true]) {
        const waiting = content
          .get()
          .filter(one => one.userId === userId && isWaiting(one) && !one.after && !inHand.has(one.id))
          .filter(one => (kinds.get(one.kind)?.isLarge === true) === isLarge)
        for (const batch of toBatches(waiting, kinds))
          if (!isStill() || !(await sendBatch(batch, isStill))) return
      }
    },
    /** While `act` sends an entry by hand, this tab does not send it in any other way. */
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

/** Groups adjacent entries of the same kind, up to the kind's limit. */
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
