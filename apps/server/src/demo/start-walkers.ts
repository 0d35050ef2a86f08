import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { MINUTE_MS } from '@muster/domain/time-units.ts'
import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuidV7 } from 'uuid'
import { type CheckPositionDeps, checkPosition } from '../features/presence/check-position.ts'
import { createBatchedLog } from '../lib/batched-log.ts'
import type { DemoWalker } from './demo.queries.ts'
import { chooseHabit, type Habit, type Walker, walk } from './walk.ts'

const TICK_MS = 5_000
/** Distance (degrees) that the walkers go from a zone's centre. About 900 m is outside every demo zone, but not far away. */
const AWAY_DEGREES = 0.008
const INSIDE_DEGREES = 0.0004
const REST_MS = MINUTE_MS
/** The pause between the readings of a silent walker, and their age on arrival. */
const SILENT_PAUSE_MS = 60 * MINUTE_MS
const SILENT_AGE_MS = 45 * MINUTE_MS

type ActiveWalker = {
  readonly person: DemoWalker
  readonly habit: Habit
  walker: Walker
  nextReadingAt: number
}

/** Most stay in their zone. Readings go through the same action as a real device's. Returns the function that stops them. */
export function startWalkers(
  deps: CheckPositionDeps,
  people: readonly DemoWalker[],
  count: number,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const activeWalkers = people.slice(0, count).map((person, index): ActiveWalker => {
    const at = randomPointNear(findHome(person), INSIDE_DEGREES)
    return { person, habit: chooseHabit(index), walker: { at, goal: at, restUntil: 0 }, nextReadingAt: 0 }
  })
  const send = ({ person, walker }: ActiveWalker, capturedAt: number) =>
    checkPosition(
      deps,
      person,
      {
        id: uuidV7(),
        ...randomPointNear(walker.at, 0.00003),
        accuracyMeters: 3 + Math.random() * 9,
        capturedAt: new Date(capturedAt).toISOString(),
      },
      undefined,
      'device',
    )

  /** Sends a reading of some hours ago, so that everybody's visit has begun before the server started. */
  async function arrive(): Promise<void> {
    const now = Date.now()
    await Promise.all(
      activeWalkers.map((activeWalker, index) =>
        send(activeWalker, now - (90 + ((index * 37) % 200)) * MINUTE_MS),
      ),
    )
  }

  let lastTickAt = Date.now()
  let pendingTick = Promise.resolve()

  async function tick(): Promise<void> {
    const now = Date.now()
    const elapsedMs = now - lastTickAt
    lastTickAt = now
    await Promise.all(
      activeWalkers
        .filter(({ nextReadingAt }) => now >= nextReadingAt)
        .map(activeWalker => {
          const { person, habit, walker } = activeWalker
          if (habit === 'silent') {
            activeWalker.nextReadingAt = now + SILENT_PAUSE_MS
            return send(activeWalker, now - SILENT_AGE_MS)
          }
          activeWalker.walker = walk(walker, now, elapsedMs, () => chooseNextGoal(person, habit))
          return send(activeWalker, now)
        }),
    )
  }

  const problemLog = createBatchedLog(log, 'warn', 'The demo workers stumbled')
  const queue = (step: () => Promise<void>) => {
    pendingTick = pendingTick.then(step).catch(error => problemLog.add({ err: error }))
  }
  queue(arrive)
  queue(tick)
  const timer = setInterval(() => queue(tick), TICK_MS)
  return async () => {
    clearInterval(timer)
    await pendingTick
  }
}

const findHome = ({ places: [home] }: DemoWalker): LatLng => home ?? { lat: 28.61, lng: 77.21 }

function chooseNextGoal(person: DemoWalker, habit: Habit): { goal: LatLng; restMs: number } {
  const restMs = REST_MS * (0.5 + Math.random() * 3)
  if (habit === 'steady') return { goal: randomPointNear(findHome(person), INSIDE_DEGREES), restMs }
  const place = person.places[Math.floor(Math.random() * person.places.length)] ?? findHome(person)
  const isInside = Math.random() < 0.6
  return { goal: randomPointNear(place, isInside ? INSIDE_DEGREES : AWAY_DEGREES), restMs }
}

/** Returns a random place within `degrees` of the given one, in both latitude and longitude. */
const randomPointNear = ({ lat, lng }: LatLng, degrees: number): LatLng => ({
  lat: lat + (Math.random() * 2 - 1) * degrees,
  lng: lng + (Math.random() * 2 - 1) * degrees,
})
