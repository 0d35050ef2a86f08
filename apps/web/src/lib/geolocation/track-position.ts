import { zoneAccuracyLimitM } from '@muster/domain/accuracy.ts'
import { failureText, permissionTexts } from './failure-text.ts'
import { isWithin, type LastGood, locateExactly, strategies } from './locate-exactly.ts'
import type { LocationDevice, PositionFailure } from './location-device.ts'
import { readOnce } from './read-once.ts'
import { type PositionReading, readingOf } from './reading.ts'
import { wait } from './wait.ts'

const trackingIntervalMs = 15_000

/** News of a tracking session: each reading that counts, and why the last one did not. */
export type TrackingEvents = {
  found(reading: PositionReading): void
  /** `final`: the session is over, the device may not be asked. */
  troubled(text: string, final: boolean): void
}

/**
 * Positions until `until` aborts; readings worse than 15 m are ignored. In a browser one every 15 s, for a watch there is
 * put to sleep with the screen and never says so; on a phone whenever the device has moved.
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
    events.found(reading)
  }
  const fail = (failure: PositionFailure) => {
    if (signal.aborted) return
    if (failure === 'denied') refuse()
    else events.troubled(failureText(failure).text, false)
  }

  const first = await locateExactly(device, last, signal)
  // A cached one was told when it was read.
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

const poorText = `Waiting for a more exact location: at most ±${zoneAccuracyLimitM} m counts here`

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
    position => take(readingOf(position, highAccuracy.maximumAgeMs)),
    fail,
  )
  signal.addEventListener('abort', stop)
}
