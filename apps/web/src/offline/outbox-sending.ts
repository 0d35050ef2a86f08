import type { OutboxContent } from './outbox-content.ts'
import { isWaiting, type OutboxEntry } from './outbox-entry.ts'
import { applyFailure } from './outbox-kind.ts'
import { storeAnswer, storeFailure } from './outbox-results.ts'
import type { SendContext, Sender } from './sender.ts'

/** Called when the server has recorded an entry that had been queued. */
export type SentListener = (entry: OutboxEntry, answer: unknown) => void

type Options = {
  readonly content: OutboxContent
  readonly kinds: ReadonlyMap<string, Sender>
  readonly now: () => number
  readonly sendWith: () => SendContext | undefined
  readonly onSent: SentListener
}

/** Creates the sender of queued entries for this tab. It sends the oldest first, but large entries last. */
export function createOutboxSending({ content, kinds, now, sendWith, onSent }: Options) {
  /** Ids of entries that the person is sending by hand right now. */
  const manualSendIds = new Set<string>()
  /** Ids of entries being sent from this tab. The set is replaced with each change, so that readers can compare it by identity. */
  let idsInFlight: ReadonlySet<string> = new Set()
  const setInFlight = (batch: readonly OutboxEntry[]) => {
    idsInFlight = new Set(batch.map(({ id }) => id))
    content.emit()
  }

  /** Sends a batch; resolves to true if the next one may be tried. */
  const sendBatch = async (batch: readonly OutboxEntry[], isCurrent: () => boolean): Promise<boolean> => {
    const kind = kinds.get(batch[0]?.kind ?? '')
    // The entry was stored by another version of the app, so leave it for that version.
    if (!kind) return true
    const credentials = sendWith()
    if (!credentials) return false
    setInFlight(batch)
    try {
      const answers = await kind.send(batch, credentials)
      for (const [index, entry] of batch.entries()) {
        const answer = answers[index]
        await content.changeOrWarn(store => storeAnswer(store, entry, answer, { kinds, now: now() }))
        if (isCurrent()) onSent(entry, answer)
      }
      return true
    } catch (error) {
      for (const entry of batch) {
        const failedEntry = applyFailure(entry, error)
        if (failedEntry === 'later' || !isCurrent()) return false
        if (kind.mostWaiting) await content.remove(entry.id)
        else await content.change(store => storeFailure(store, failedEntry))
      }
      return true
    } finally {
      setInFlight([])
    }
  }

  return {
    onTheWay: () => idsInFlight,
    async sendAll(userId: string, isCurrent: () => boolean): Promise<void> {
      await content.load()
      // Large entries come last; reports sent in the first pass unblock their files.
      for (const isLarge of [false, true]) {
        const waitingEntries = content
          .get()
          .filter(
            entry =>
              entry.userId === userId && isWaiting(entry) && !entry.after && !manualSendIds.has(entry.id),
          )
          .filter(entry => (kinds.get(entry.kind)?.isLarge === true) === isLarge)
        for (const batch of toBatches(waitingEntries, kinds))
          if (!isCurrent() || !(await sendBatch(batch, isCurrent))) return
      }
    },
    /** While `act` sends an entry by hand, this tab does not send it in any other way. */
    async byHand<T>(id: string, act: () => Promise<T>): Promise<T> {
      manualSendIds.add(id)
      try {
        return await act()
      } finally {
        manualSendIds.delete(id)
      }
    },
  }
}

/** Groups adjacent entries of the same kind, up to the kind's limit. */
function toBatches(waiting: readonly OutboxEntry[], kinds: Options['kinds']): OutboxEntry[][] {
  const batches: OutboxEntry[][] = []
  for (const entry of waiting) {
    const lastBatch = batches.at(-1)
    const maxSize = kinds.get(entry.kind)?.together ?? 1
    if (lastBatch?.[0]?.kind === entry.kind && lastBatch.length < maxSize) lastBatch.push(entry)
    else batches.push([entry])
  }
  return batches
}
