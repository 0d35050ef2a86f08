import { t } from '@lingui/core/macro'
import { zoneAccuracyLimitM } from '@muster/domain/accuracy.ts'
import { failureText, permissionTexts } from './failure-text.ts'
import { isWithin, type LastGood, locateExactly, strategies } from './locate-exactly.ts'
import type { LocationDevice, PositionFailure } from './location-device.ts'
import { readOnce } from './read-once.ts'
import { type PositionReading, toReading } from './reading.ts'
import { wait } from './wait.ts'

const trackingIntervalMs = 15_000

/** Callbacks of a tracking session: each reading that counts, and the reason why the last one did not. */
export type TrackingEvents = {
  onPosition(reading: PositionReading): void
  /** `final`: the session is over because the device must not be asked again. */
  troubled(text: string, final: boolean): void
}

/**
 * Reports positions until `until` aborts, ignoring readings worse than 15 m. A browser is polled every 15 s, because a watch there
 * silently stops while the screen is off; a phone reports whenever it has moved.
 */
export async function trackPosition(
  device: LocationDevice,
  last: LastGood,
  events: TrackingEvents,
  until: AbortSignal,
): Promise<void> {
  const refused = new AbortController()
  const signal = AbortSignal.any([until, refused.signal])
  const refuse = () => {
    events.troubled(permissionTexts.tracking, true)
    refused.abort()
  }
  const permitted = await device.permit()
  if (signal.aborted) return
  if (!permitted) return refuse()

  const take = (reading: PositionReading) => {
    if (signal.aborted) return
    if (!isWithin(reading, zoneAccuracyLimitM)) return events.troubled(poorText, false)
    last.reading = reading
    events.onPosition(reading)
  }
  const fail = (failure: PositionFailure) => {
    if (signal.aborted) return
    if (failure === 'denied') refuse()
    else events.troubled(failureText(failure).text, false)
  }

  const first = await locateExactly(device, last, signal)
  // A cached reading was already reported when it was taken.
  if (first.ok && !first.cached) take(first.reading)
  if (!first.ok && !signal.aborted) events.troubled(first.text, false)
  if (device.platform !== 'web') return watchUntil(device, take, fail, signal)

  while (!signal.aborted) {
    await wait(trackingIntervalMs, signal)
    if (signal.aborted) return
    const result = await readOnce(device, strategies.highAccuracy, signal)
    if (result.ok) take(result.reading)
    else fail(result.failure)
  }
}

const poorText = t`Waiting for a more accurate location: ±${zoneAccuracyLimitM} m or better is needed here`

function watchUntil(
  device: LocationDevice,
  take: (reading: PositionReading) => void,
  fail: (failure: PositionFailure) => void,
  signal: AbortSignal,
) {
  if (signal.aborted) return
  const { highAccuracy } = strategies
  const stop = device.watch(
    highAccuracy,
    position => take(toReading(position, highAccuracy.maximumAgeMs)),
    fail,
  )
  signal.addEventListener('abort', stop)
}
