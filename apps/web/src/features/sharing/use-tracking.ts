import { useEffect, useState } from 'react'
import { locator } from '../../lib/geolocation/locator.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useSendOutbox } from '../../offline/use-send-outbox.ts'
import { queueReading } from './reading.outbox.ts'

/** `trouble`: why there is currently no position. `isOver`: tracking has ended, because permission was denied. */
export type TrackingState = {
  at?: string
  accuracyMeters?: number | null
  trouble?: string
  isOver?: boolean
}

/** Minimum interval between queued readings, in milliseconds, because phones report every step. */
const minReadingIntervalMs = 5_000
const lockName = 'muster.sharing'

/** Queues readings in the outbox. Only one of several tabs tracks; when it closes, the next one takes over. */
export function useTracking(zoneId: string, isOn: boolean): TrackingState {
  const { userId } = useMe()
  const send = useSendOutbox()
  const [state, setState] = useState<TrackingState>({})
  useEffect(() => {
    if (!isOn) return
    const controller = new AbortController()
    let queuedAt = 0
    const track = () => {
      const stop = locator.track({
        onPosition(reading) {
          setState({ at: reading.capturedAt, accuracyMeters: reading.accuracyMeters })
          const at = Date.parse(reading.capturedAt)
          if (at - queuedAt < minReadingIntervalMs) return
          queuedAt = at
          void queueReading(userId, zoneId, reading).then(send)
        },
        troubled: (trouble, isOver) => setState(previous => ({ ...previous, trouble, isOver })),
      })
      controller.signal.addEventListener('abort', stop)
    }
    // Browsers provide no locks over plain HTTP, but no positions either, so tracking in several tabs does no harm.
    if (navigator.locks) void runInOneTab(controller.signal, track)
    else track()
    return () => controller.abort()
  }, [isOn, zoneId, userId, send])
  return isOn ? state : {}
}

async function runInOneTab(signal: AbortSignal, start: () => void): Promise<void> {
  const holdUntilAborted = () =>
    new Promise<void>(resolve => {
      if (signal.aborted) return resolve()
      signal.addEventListener('abort', () => resolve())
      start()
    })
  await navigator.locks.request(lockName, { signal }, holdUntilAborted).catch(() => undefined)
}
