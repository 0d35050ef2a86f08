import type { DayShift, ZoneDayVisit } from '@muster/contract/presence-days.ts'
import { toStayStatus } from '@muster/domain/freshness.ts'
import type { Role } from '@muster/domain/role.ts'
import { toShiftSpans } from './day-shifts.ts'
import { toHourStart } from './day-timeline.ts'

/** A visit as used by the screen: `from` and `to` (ms) limit the part of it that falls on this day. */
export type TimelineVisit = {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly entry: number
  /** Null without a known exit. */
  readonly exit: number | null
  /** The time until which the person is known to have been inside; from then to `to` they were not seen. */
  readonly knownTo: number
  /** The last reading of an open visit past the freshness limit; null for other visits. */
  readonly unseenSince: number | null
  readonly mock: boolean
}

export type ZoneDayPerson = {
  readonly userId: string
  readonly name: string
  readonly role: Role
  readonly visits: readonly TimelineVisit[]
  /** The known time inside on this day, in ms. */
  readonly length: number
}

/** The counts of a period (ms): people inside, and people on an open visit who are no longer seen. */
export type ZoneDayStep = {
  readonly from: number
  readonly to: number
  readonly inside: number
  readonly unseen: number
}

export type ZoneDayTimeline = {
  /** The first planned shift or, if earlier, the hour of the first visit; the start of the day for what began before. */
  readonly from: number
  /** The end of the day, or now. */
  readonly to: number
  readonly people: readonly ZoneDayPerson[]
  /** Contiguous from beginning to end. */
  readonly steps: readonly ZoneDayStep[]
  /** The times when somebody entered, left or was last seen, in order. */
  readonly changes: readonly number[]
  /** The first time with the most people inside, and their number. */
  readonly peak: { readonly at: number; readonly inside: number }
  /** The planned shifts, as far as they are on the axis. */
  readonly shifts: readonly Span[]
}

type Span = { readonly from: number; readonly to: number }

/** `day` and `now` are in milliseconds. A day in progress ends now, or with the last known event if this device's clock is behind. */
export function toZoneDayTimeline(
  visits: readonly ZoneDayVisit[],
  day: Span,
  now: number,
  plannedShifts: readonly DayShift[] = [],
): ZoneDayTimeline {
  const lastKnownTimes = visits.map(
    ({ entryTime, exitTime, lastSeen }) => Date.parse(exitTime ?? lastSeen ?? entryTime) + 1,
  )
  const latestTime = lastKnownTimes.reduce((max, at) => Math.max(max, at), now)
  const firstEntry = visits.reduce((min, { entryTime }) => Math.min(min, Date.parse(entryTime)), day.to)
  const end = Math.min(day.to, latestTime)
  const firstShift = toShiftSpans(plannedShifts, { from: day.from, to: end })[0]?.from ?? day.to
  const from = Math.max(day.from, Math.min(toHourStart(firstEntry), firstShift, day.to - 1))
  const span = { from, to: Math.max(from + 1, end) }
  const peopleById = new Map<string, ZoneDayPerson & { visits: TimelineVisit[]; length: number }>()
  const countChangesByTime = new Map<number, CountChange>([[span.from, { inside: 0, unseen: 0 }]])
  const addChange = (at: number, delta: Partial<CountChange>) => {
    const { inside, unseen } = countChangesByTime.get(at) ?? { inside: 0, unseen: 0 }
    countChangesByTime.set(at, { inside: inside + (delta.inside ?? 0), unseen: unseen + (delta.unseen ?? 0) })
  }
  const changeTimes = new Set<number>()
  for (const visit of visits) {
    const timelineVisit = toTimelineVisit(visit, span, now)
    const { userId, name, role } = visit
    const person = peopleById.get(userId) ?? { userId, name, role, visits: [], length: 0 }
    peopleById.set(userId, person)
    person.visits.push(timelineVisit)
    person.length += timelineVisit.knownTo - timelineVisit.from
    addChange(timelineVisit.from, { inside: 1 })
    if (timelineVisit.entry >= span.from) changeTimes.add(timelineVisit.entry)
    if (timelineVisit.unseenSince !== null && timelineVisit.knownTo < span.to) {
      addChange(timelineVisit.knownTo, { inside: -1, unseen: 1 })
      if (timelineVisit.unseenSince >= span.from) changeTimes.add(timelineVisit.unseenSince)
    }
    if (timelineVisit.exit === null || timelineVisit.exit > span.to) continue
    addChange(timelineVisit.exit, { inside: -1 })
    changeTimes.add(timelineVisit.exit)
  }
  const steps = toSteps(countChangesByTime, span)
  const peakStep = steps.reduce((highest, step) => (step.inside > highest.inside ? step : highest), {
    from: span.from,
    inside: 0,
  })
  return {
    ...span,
    shifts: toShiftSpans(plannedShifts, span),
    people: [...peopleById.values()],
    steps,
    changes: [...changeTimes].sort((a, b) => a - b),
    peak: { at: peakStep.from, inside: peakStep.inside },
  }
}

const toMs = (instant: string | null) => (instant === null ? null : Date.parse(instant))

function toTimelineVisit(visit: ZoneDayVisit, span: Span, now: number): TimelineVisit {
  const { id, mock } = visit
  const entry = Date.parse(visit.entryTime)
  const exit = toMs(visit.exitTime)
  const from = Math.max(entry, span.from)
  const to = Math.min(exit ?? span.to, span.to)
  const { state, until } = toStayStatus({ entry, exit, lastSeen: toMs(visit.lastSeen) }, now)
  const unseenSince = state === 'unseen' ? until : null
  const knownUntil = unseenSince === null ? to : Math.min(to, Math.max(from, unseenSince))
  return { id, entry, exit, from, to, knownTo: knownUntil, unseenSince, mock }
}

type CountChange = { readonly inside: number; readonly unseen: number }

function toSteps(countChanges: ReadonlyMap<number, CountChange>, { to }: Span): ZoneDayStep[] {
  const steps: ZoneDayStep[] = []
  const sortedChanges = [...countChanges].sort(([a], [b]) => a - b)
  let [inside, unseen] = [0, 0]
  for (const [n, [from, delta]] of sortedChanges.entries()) {
    inside += delta.inside
    unseen += delta.unseen
    const nextTime = sortedChanges[n + 1]?.[0] ?? to
    if (nextTime > from) steps.push({ from, to: nextTime, inside, unseen })
  }
  return steps
}

/** Returns the visit open at a moment, if any. A person who leaves at that moment counts as gone. */
export const visitAt = ({ visits }: ZoneDayPerson, moment: number): TimelineVisit | undefined =>
  visits.find(({ entry, exit }) => entry <= moment && (exit === null || exit > moment))

export type PresenceAtMoment = 'inside' | 'unseen' | 'left' | 'not_yet'

/** Returns a person's presence at a moment: known to be inside, no longer seen on an open visit, gone, or not there yet. */
export function presenceAt(person: ZoneDayPerson, moment: number): PresenceAtMoment {
  const visit = visitAt(person, moment)
  if (!visit) return person.visits.some(({ entry }) => entry <= moment) ? 'left' : 'not_yet'
  return visit.unseenSince !== null && moment >= visit.knownTo ? 'unseen' : 'inside'
}
