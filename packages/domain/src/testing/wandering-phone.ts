import { metersPerDegree } from '../geo/distance.ts'
import { partWidthsM } from '../geo/width.ts'
import { decidePrepared, type PreparedShape, prepareShape } from '../geofence.ts'
import { advance, endBySilence, type PresenceState, unknownPresence } from '../presence.ts'

const errorTimeMs = 5 * 60_000

/** A zone whose western edge is a meridian. `depth` below is in metres east of it, so the inside is from 0 to `acrossM`. */
export type Ground = { readonly shape: PreparedShape; readonly zoneWidthM: number; readonly acrossM: number }

/**
 * A phone with a drifting error: each error is the previous one shrunk by e^(−t/τ), plus new noise. `accuracyM` is its 68 %
 * radius.
 */
export type Phone = {
  readonly accuracyM: number
  readonly everyS: number
  readonly seed: number
  /** The standard deviation of the logarithm of the reported accuracy. */
  readonly reportNoise?: number
  /** True if the errors of its readings are independent. */
  readonly independent?: boolean
}

const at = (north: number, east: number) => ({ lat: north / metersPerDegree, lng: east / metersPerDegree })

export function createGround(acrossM: number, lengthM = acrossM): Ground {
  const [south, north] = [-lengthM / 2, lengthM / 2]
  const points = [at(south, 0), at(south, acrossM), at(north, acrossM), at(north, 0)]
  const shape = { boundary: 'polygon', points } as const
  return { shape: prepareShape(shape), zoneWidthM: partWidthsM(shape)[0] ?? 0, acrossM }
}

/** Yields the state after each of a phone's readings. `depthAt` returns the phone's depth at a time in seconds. */
function* simulate(
  ground: Ground,
  phone: Phone,
  random: () => number,
  from: PresenceState,
  depthAt: (s: number) => number,
) {
  const sigma = phone.accuracyM / Math.sqrt(-2 * Math.log(0.32))
  const correlation = phone.independent ? 0 : Math.exp((-phone.everyS * 1_000) / errorTimeMs)
  const freshError = sigma * Math.sqrt(1 - correlation * correlation)
  const start = random() * phone.everyS
  let [north, east] = [sigma * drawNormal(random), sigma * drawNormal(random)]
  let state = from
  for (let n = 0; ; n++) {
    const seconds = start + n * phone.everyS
    const accuracyMeters = phone.accuracyM * Math.exp((phone.reportNoise ?? 0) * drawNormal(random))
    const place = { ...at(north, depthAt(seconds) + east), accuracyMeters }
    const { inside, certainty, distanceToEdgeM } = decidePrepared(ground.shape, place)
    state = advance(state, {
      capturedAt: startMs + Math.round(seconds * 1_000),
      inside,
      certainty,
      source: 'automatic',
      accuracyMeters,
      distanceToEdgeM: Math.round(distanceToEdgeM),
      zoneWidthM: ground.zoneWidthM,
      place,
    }).next
    yield { seconds, inside: state.inside, state, seenOutside: !inside && certainty === 'certain' }
    north = correlation * north + freshError * drawNormal(random)
    east = correlation * east + freshError * drawNormal(random)
  }
}

/** The start time, and a settled state: inside for a day, or outside. */
const startMs = 1_700_000_000_000
const toKnownState = (inside: boolean): PresenceState => ({
  ...unknownPresence,
  inside,
  capturedAt: startMs - 60_000,
  entryTime: inside ? startMs - 86_400_000 : null,
})

/**
 * Simulates a phone at rest in the zone (outside for a negative depth) whose state is known at the start. Returns how often the
 * state changes per hour, and for what percentage of the readings it is wrong.
 */
export function lieStill(ground: Ground, phone: Phone, depthM: number, hours: number) {
  const isActuallyInside = depthM >= 0
  const readings = (hours * 3_600) / phone.everyS
  let [inside, changeCount, wrongCount, n] = [isActuallyInside, 0, 0, 0]
  for (const current of simulate(
    ground,
    phone,
    createRandom(phone.seed),
    toKnownState(isActuallyInside),
    () => depthM,
  )) {
    if (current.inside !== inside) changeCount++
    inside = current.inside
    if (inside !== isActuallyInside) wrongCount++
    if (++n >= readings) break
  }
  return { changesAnHour: changeCount / hours, wrongPercent: (100 * wrongCount) / n }
}

const startDistanceM = 300

/**
 * Simulates people who walk straight through the zone, starting and ending far away. Returns how many seconds pass until their
 * entry and exit are detected.
 */
export function walkThrough(ground: Ground, phone: Phone, walks: number, metersPerSecond = 1.4) {
  const random = createRandom(phone.seed)
  const [entryDelays, exitDelays]: [number[], number[]] = [[], []]
  const [entersAtS, leavesAtS] = [
    startDistanceM / metersPerSecond,
    (startDistanceM + ground.acrossM) / metersPerSecond,
  ]
  for (let walk = 0; walk < walks; walk++) {
    let [inside, wasIn, wasOut] = [false, false, false]
    const depthAt = (seconds: number) => seconds * metersPerSecond - startDistanceM
    for (const current of simulate(ground, phone, random, toKnownState(false), depthAt)) {
      if (current.seconds > leavesAtS + 2 * startDistanceM) break
      inside = current.inside
      if (inside && !wasIn && current.seconds > entersAtS - 60) {
        wasIn = true
        entryDelays.push(Math.max(0, current.seconds - entersAtS))
      }
      if (wasIn && !inside && !wasOut && current.seconds > leavesAtS) {
        wasOut = true
        exitDelays.push(current.seconds - leavesAtS)
      }
    }
  }
  return { came: createDelays(entryDelays, walks), went: createDelays(exitDelays, entryDelays.length) }
}

/**
 * Simulates people who are suddenly at this depth in the zone and stay there. Returns how many seconds, up to six hours, pass until
 * they are detected inside.
 */
export function arrive(ground: Ground, phone: Phone, depthM: number, times: number) {
  const random = createRandom(phone.seed)
  const delays: number[] = []
  for (let n = 0; n < times; n++) {
    for (const { seconds, inside } of simulate(ground, phone, random, toKnownState(false), () => depthM)) {
      if (inside) delays.push(seconds)
      if (inside || seconds > 6 * 3_600) break
    }
  }
  return createDelays(delays, times)
}

/**
 * Simulates people who were inside all day and leave through the western side at a given speed. Their phones fall silent the given
 * number of seconds after they leave, until the next morning. Returns, for those with a certain reading outside, how many seconds
 * after their departure the visit ends, and what percentage of them count as inside all night.
 */
export function leaveAndFallSilent(
  ground: Ground,
  phone: Phone,
  metersPerSecond: number,
  { silentAfterS, times }: { readonly silentAfterS: number; readonly times: number },
) {
  const random = createRandom(phone.seed)
  const endDelays: number[] = []
  let neverEndedCount = 0
  const leavesS = startDistanceM / metersPerSecond
  const depthAt = (seconds: number) => startDistanceM - seconds * metersPerSecond
  for (let n = 0; n < times; n++) {
    let [lastState, wasSeen]: [PresenceState, boolean] = [toKnownState(true), false]
    for (const { seconds, state, seenOutside } of simulate(ground, phone, random, lastState, depthAt)) {
      if (seconds > leavesS + silentAfterS) break
      lastState = state
      wasSeen ||= seenOutside
    }
    if (!wasSeen) continue
    const { next } = endBySilence(lastState, startMs + 43_200_000) ?? { next: lastState }
    if (next.inside) neverEndedCount++
    else endDelays.push(((next.exitTime ?? 0) - startMs) / 1_000 - leavesS)
  }
  const count = endDelays.length + neverEndedCount
  return { ...createDelays(endDelays, count), allNightPercent: (100 * neverEndedCount) / count, seen: count }
}

function createDelays(seconds: number[], total: number) {
  const sortedSeconds = seconds.sort((a, b) => a - b)
  const percentile = (share: number) =>
    sortedSeconds[Math.floor(share * sortedSeconds.length)] ?? Number.POSITIVE_INFINITY
  return {
    medianS: percentile(0.5),
    mostS: percentile(0.95),
    neverPercent: (100 * (total - sortedSeconds.length)) / total,
  }
}

/** Creates T. Ettinger's mulberry32 generator, which returns the same numbers from 0 up to 1 in every run. */
function createRandom(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), a | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a normally distributed number by the Box-Muller method. */
const drawNormal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
