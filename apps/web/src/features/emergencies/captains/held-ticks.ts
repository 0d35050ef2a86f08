import type { CaptainEmergencies } from '@muster/contract/captains.ts'
import { matchesTick } from '@muster/domain/claims.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { limits } from '@muster/domain/limits.ts'
import { openDraft, pendingDraftPrefix } from '../../../lib/drafts/draft-store.ts'

/** What a captain ticked before the phone knew of the emergency. */
export type HeldTick = {
  requestId: string
  zoneId: string
  userId: string
  name: string
  state: PersonState
  place: string
  /** ISO instant of the tick, by the device's clock. */
  at: string
}

const listeners = new Set<() => void>()
const emit = () => {
  snapshots.clear()
  for (const listener of listeners) listener()
}
const snapshots = new Map<string, readonly HeldTick[]>()
const openTicks = (owner: string) =>
  openDraft<{ ticks: HeldTick[] }>(`${pendingDraftPrefix}captain-ticks`, owner)

/** The ticks held on this device for a captain. Like entries of the outbox, they stay for their owner when the session ends. */
export const tickStore = {
  /** Returns the same list until it changes. */
  get(owner: string): readonly HeldTick[] {
    const ticks = snapshots.get(owner) ?? openTicks(owner).load({ ticks: [] }).ticks
    snapshots.set(owner, ticks)
    return ticks
  },
  /** Holds a tick in place of an earlier one about the person. */
  put(owner: string, tick: HeldTick) {
    const others = tickStore.get(owner).filter(it => it.userId !== tick.userId)
    openTicks(owner).save({ ticks: [...others, tick] })
    emit()
  },
  remove(owner: string, requestIds: ReadonlySet<string>) {
    const ticks = tickStore.get(owner).filter(it => !requestIds.has(it.requestId))
    openTicks(owner).save(ticks.length === 0 ? {} : { ticks })
    emit()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    // Another tab has changed them.
    window.addEventListener('storage', emit)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) window.removeEventListener('storage', emit)
    }
  },
}

/** Finds ticks of an emergency that the phone knows by now, and those too old to be sent; others stay. `now` is in milliseconds. */
export function sortHeldTicks(
  ticks: readonly HeldTick[],
  recent: CaptainEmergencies['recent'],
  now: number,
): { due: HeldTick[]; expired: HeldTick[] } {
  const due: HeldTick[] = []
  const expired: HeldTick[] = []
  for (const tick of ticks) {
    const at = Date.parse(tick.at)
    const isOfEmergency = recent.some(it =>
      matchesTick(
        {
          zoneIds: it.zoneIds,
          declaredAt: Date.parse(it.declaredAt),
          allClearAt: it.allClearAt === null ? null : Date.parse(it.allClearAt),
        },
        { zoneId: tick.zoneId, at },
      ),
    )
    if (isOfEmergency) due.push(tick)
    else if (now - at > limits.heldTickMs) expired.push(tick)
  }
  return { due, expired }
}
