import { createOutbox } from './outbox.ts'
import { deviceStore } from './outbox-store.ts'

const name = 'muster.outbox'
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)

/** What waits in this browser. Its tabs share it, and one of them sends. */
export const outbox = createOutbox({
  store: deviceStore,
  async alone(act) {
    // A page that came over plain HTTP has no locks; then two tabs may both send, which does no harm.
    if (!navigator.locks) return act()
    await navigator.locks.request(name, { ifAvailable: true }, lock => (lock ? act() : undefined))
  },
  tell: () => channel?.postMessage('changed'),
  now: Date.now,
})

if (channel) channel.onmessage = () => void outbox.load()
