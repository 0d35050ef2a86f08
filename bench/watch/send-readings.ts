import { randomUUID } from 'node:crypto'
import type { Sender } from '../checks/seed.ts'

/** Milliseconds between checks of how many readings are due. */
const TICK_MS = 20
/** The share of readings taken outside the zone, so that people come and go. */
const AWAY_SHARE = 0.02

/** Sends a person's reading, taken inside or outside their zone. Throws if it is not recorded. */
async function send(origin: string, sender: Sender, isAway: boolean): Promise<void> {
  const jitter = () => (Math.random() - 0.5) * 0.001
  const reading = {
    id: randomUUID(),
    zoneId: sender.zoneId,
    lat: sender.lat + jitter(),
    lng: sender.lng + jitter() + (isAway ? 0.01 : 0),
    accuracyMeters: 5,
    capturedAt: new Date().toISOString(),
  }
  const response = await fetch(`${origin}/ingest/positions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sender.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: [reading] }),
  })
  const text = await response.text()
  if (!response.ok || !text.includes('"verdict"')) throw new Error(text)
}

/** Sends one reading inside the zone for everybody. */
export async function sendFirstReadings(origin: string, senders: readonly Sender[]): Promise<void> {
  for (let from = 0; from < senders.length; from += 100)
    await Promise.all(senders.slice(from, from + 100).map(it => send(origin, it, false)))
}

/**
 * Sends single readings to the device endpoint at the given rate, one person after the other. `stop` throws if any was not
 * recorded.
 */
export function sendReadings(origin: string, senders: readonly Sender[], perSecond: number) {
  const startedAt = performance.now()
  const pendingRequests = new Set<Promise<void>>()
  let sentCount = 0
  let failedCount = 0

  const timer = setInterval(() => {
    const dueCount = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond)
    for (; sentCount < dueCount; sentCount++) {
      const request = send(
        origin,
        senders[sentCount % senders.length] as Sender,
        Math.random() < AWAY_SHARE,
      ).catch(() => {
        failedCount++
      })
      pendingRequests.add(request)
      void request.finally(() => pendingRequests.delete(request))
    }
  }, TICK_MS)
  return {
    perSecond: () => (sentCount / (performance.now() - startedAt)) * 1_000,
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all(pendingRequests)
      if (failedCount > 0) throw new Error(`${failedCount} of ${sentCount} readings were not held`)
    },
  }
}
