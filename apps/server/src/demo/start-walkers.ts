import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuidV7 } from 'uuid'
import { type CheckPositionDeps, checkPosition } from '../features/presence/check-position.ts'
import { createBatchedLog } from '../lib/batched-log.ts'
import type { DemoWalker } from './demo.queries.ts'
import { type Walker, walk } from './walk.ts'

const TICK_MS = 5_000
/** How far the walkers go from a zone's centre, in degrees. About 900 m is outside every demo zone, but not far away. */
const AWAY_DEGREES = 0.008
const REST_MS = 60_000

/**
 * Lets up to `count` demo people walk between their zones and the streets around them. Each reading goes through the same action as
 * one from a real device. Returns the function that stops the walkers.
 */
export function startWalkers(
  deps: CheckPositionDeps,
  people: readonly DemoWalker[],
  count: number,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const activeWalkers = people.slice(0, count).map((person, index) => {
    const home = person.places[0] ?? { lat: 28.61, lng: 77.21 }
    // Every third person starts inside, so that a fresh demo is not empty.
    const at = index % 3 === 0 ? home : randomPointNear(home, AWAY_DEGREES)
    return {
      person,
      walker: { at, goal: randomPointNear(home, 0.0005), restUntil: 0 } satisfies Walker as Walker,
    }
  })
  let lastTickAt = Date.now()
  let pendingTick = Promise.resolve()

  async function tick(): Promise<void> {
    const now = Date.now()
    for (const activeWalker of activeWalkers)
      activeWalker.walker = walk(activeWalker.walker, now, now - lastTickAt, () =>
        chooseNextGoal(activeWalker.person),
      )
    lastTickAt = now
    await Promise.all(
      activeWalkers.map(({ person, walker }) =>
        checkPosition(
          deps,
          person,
          {
            id: uuidV7(),
            ...randomPointNear(walker.at, 0.00003),
            accuracyMeters: 3 + Math.random() * 9,
            capturedAt: new Date(now).toISOString(),
          },
          undefined,
          'device',
        ),
      ),
    )
  }

  const problemLog = createBatchedLog(log, 'warn', 'The demo workers stumbled')
  const timer = setInterval(() => {
    pendingTick = pendingTick.then(tick).catch(error => problemLog.add({ err: error }))
  }, TICK_MS)
  return async () => {
    clearInterval(timer)
    await pendingTick
  }
}

function chooseNextGoal({ places }: DemoWalker): { goal: LatLng; restMs: number } {
  const place = places[Math.floor(Math.random() * places.length)] ?? { lat: 28.61, lng: 77.21 }
  const isInside = Math.random() < 0.6
  return {
    goal: randomPointNear(place, isInside ? 0.0004 : AWAY_DEGREES),
    restMs: REST_MS * (0.5 + Math.random() * 3),
  }
}

/** Returns a random place within `degrees` of the given one, in both latitude and longitude. */
const randomPointNear = ({ lat, lng }: LatLng, degrees: number): LatLng => ({
  lat: lat + (Math.random() * 2 - 1) * degrees,
  lng: lng + (Math.random() * 2 - 1) * degrees,
})
