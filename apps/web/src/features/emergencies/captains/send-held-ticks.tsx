import type { CaptainEmergencies } from '@muster/contract/captains.ts'
import { useEffect } from 'react'
import { useMe } from '../../../lib/session/use-session.ts'
import { outbox } from '../../../offline/device-outbox.ts'
import { type CaptainTickToSend, captainTickSender } from './captain-tick.sender.ts'
import { sortHeldTicks, tickStore } from './held-ticks.ts'
import { useHeldTicks } from './use-captain.ts'

/** Moves held ticks into the outbox once the phone knows their emergency, with the time of the tick. */
export function SendHeldTicks({ recent }: { recent: CaptainEmergencies['recent'] }) {
  const { userId } = useMe()
  const ticks = useHeldTicks()
  useEffect(() => {
    const { due, expired } = sortHeldTicks(ticks, recent, Date.now())
    if (expired.length > 0) tickStore.remove(userId, new Set(expired.map(it => it.requestId)))
    void moveToOutbox(userId, due)
  }, [ticks, recent, userId])
  return null
}

async function moveToOutbox(userId: string, ticks: ReturnType<typeof sortHeldTicks>['due']): Promise<void> {
  for (const { at, ...payload } of ticks) {
    // The id is that of the tick, so that two tabs store one entry.
    const entry = { id: payload.requestId, kind: captainTickSender.name, userId, at }
    if ((await outbox.add({ ...entry, payload: payload satisfies CaptainTickToSend })) === 'full') return
    tickStore.remove(userId, new Set([payload.requestId]))
  }
}
