import type { DayShift, ZoneDayVisit } from '@muster/contract/presence-days.ts'
import { toStayStatus } from '@muster/domain/freshness.ts'
import type { Role } from '@muster/domain/role.ts'
import { type DayAxis, type Span, toDayAxis } from './day-timeline.ts'

/** A visit as used by the screen: `from` and `to` (ms) limit the part of it that falls on this day. */
export type TimelineVisit = Span & {
  readonly id: string
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
export type ZoneDayStep = Span & { readonly inside: number; readonly unseen: number }

export type ZoneDayTimeline = DayAxis & {
  readonly people: readonly ZoneDayPerson[]
  /** Contiguous from beginning to end. */
  readonly steps: readonly ZoneDayStep[]
  /** The times when somebody entered, left or was last seen, in order. */
  readonly changes: readonly number[]
  /** The first time with the most people inside, and their number. */
  readonly peak: { readonly at: number; readonly inside: number }
}

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
  const to = Math.min(
    day.to,
    lastKnownTimes.reduce((max, at) => Math.max(max, at), now),
  )
  const firstEntry = visits.reduce((min, { entryTime }) => Math.min(min, Date.parse(entryTime)), to)
  const axis = toDayAxis({ from: day.from, to }, firstEntry, plannedShifts)
  const peopleById = new Map<string, ZoneDayPerson & { visits: TimelineVisit[]; length: number }>()
  const changes: CountChange[] = [{ at: axis.from, inside: 0, unseen: 0 }]
  const changeTimes = new Set<number>()
  const addChange = (at: number, happenedAt: number, inside: number, unseen: number) => {
    changes.push({ at, inside, unseen })
    if (happenedAt >= axis.from) changeTimes.add(happenedAt)
  }
  for (const visit of visits) {
    const timelineVisit = toTimelineVisit(visit, axis, now)
    const { userId, name, role } = visit
    const person = peopleById.get(userId) ?? { userId, name, role, visits: [], length: 0 }
    peopleById.set(userId, person)
    person.visits.push(timelineVisit)
    const { from, entry, exit, knownTo, unseenSince } = timelineVisit
    person.length += knownTo - from
    addChange(from, entry, 1, 0)
    if (unseenSince !== null && knownTo < axis.to) addChange(knownTo, unseenSince, -1, 1)
    if (exit !== null && exit <= axis.to) addChange(exit, exit, -1, 0)
  }
  const steps = toSteps(changes, axis.to)
  const peakStep = steps.reduce((highest, step) => (step.inside > highest.inside ? step : highest), {
    from: axis.from,
    inside: 0,
  })
  return {
    ...axis,
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

type CountChange = { readonly at: number; readonly inside: number; readonly unseen: number }

function toSteps(changes: readonly CountChange[], end: number): ZoneDayStep[] {
  const steps: ZoneDayStep[] = []
  const sortedChanges = changes.toSorted((a, b) => a.at - b.at)
  let [inside, unseen] = [0, 0]
  for (const [n, change] of sortedChanges.entries()) {
    inside += change.inside
    unseen += change.unseen
    const to = sortedChanges[n + 1]?.at ?? end
    if (to > change.at) steps.push({ from: change.at, to, inside, unseen })
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
