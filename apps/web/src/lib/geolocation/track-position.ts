import { t } from '@lingui/core/macro'
import { zoneAccuracyLimitM } from '@muster/domain/accuracy.ts'
import { failureText, permissionTexts } from './failure-text.ts'
import { type AccurateReadingCache, isWithin, locateExactly, strategies } from './locate-exactly.ts'
import type { LocationDevice, PositionFailure } from './location-device.ts'
import { readOnce } from './read-once.ts'
import { type PositionReading, toReading } from './reading.ts'
import { wait } from './wait.ts'

const trackingIntervalMs = 15_000

/** Callbacks of a tracking session, for each reading that counts and for each failure. */
export type TrackingHandlers = {
  onPosition(reading: PositionReading): void
  /** `final`: the session is over because the device must not be asked again. */
  troubled(text: string, final: boolean): void
}

/**
 * Reports positions until `stopSignal` aborts or permission is denied. A reading worse than 15 m is reported through `troubled`
 * instead. A browser is polled every 15 s, because a watch there silently stops while the screen is off; a phone reports whenever
 * it has moved.
 */
export async function trackPosition(
  device: LocationDevice,
  readingCache: AccurateReadingCache,
  handlers: TrackingHandlers,
  stopSignal: AbortSignal,
): Promise<void> {
  const refusalController = new AbortController()
  const signal = AbortSignal.any([stopSignal, refusalController.signal])
  const refuse = () => {
    handlers.troubled(permissionTexts.tracking, true)
    refusalController.abort()
  }
  const isPermitted = await device.permit()
  if (signal.aborted) return
  if (!isPermitted) return refuse()

  const handleReading = (reading: PositionReading) => {
    if (signal.aborted) return
    if (!isWithin(reading, zoneAccuracyLimitM)) return handlers.troubled(poorAccuracyText, false)
    readingCache.reading = reading
    handlers.onPosition(reading)
  }
  const handleFailure = (failure: PositionFailure) => {
    if (signal.aborted) return
    if (failure === 'denied') refuse()
    else handlers.troubled(failureText(failure).text, false)
  }

  const firstResult = await locateExactly(device, readingCache, signal)
  // A cached reading was already reported when it was taken.
  if (firstResult.ok && !firstResult.cached) handleReading(firstResult.reading)
  if (!firstResult.ok && !signal.aborted) handlers.troubled(firstResult.text, false)
  if (device.platform !== 'web') return watchPosition(device, handleReading, handleFailure, signal)

  while (!signal.aborted) {
    await wait(trackingIntervalMs, signal)
    if (signal.aborted) return
    const result = await readOnce(device, strategies.highAccuracy, signal)
    if (result.ok) handleReading(result.reading)
    else handleFailure(result.failure)
  }
}

const poorAccuracyText = t`Waiting for a more accurate location: ±${zoneAccuracyLimitM} m or better is needed here`

function watchPosition(
  device: LocationDevice,
  onReading: (reading: PositionReading) => void,
  onFailure: (failure: PositionFailure) => void,
  signal: AbortSignal,
) {
  if (signal.aborted) return
  const { highAccuracy } = strategies
  const stop = device.watch(
    highAccuracy,
    position => onReading(toReading(position, highAccuracy.maximumAgeMs)),
    onFailure,
  )
  signal.addEventListener('abort', stop)
}
