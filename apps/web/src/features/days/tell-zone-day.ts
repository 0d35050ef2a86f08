import type { ZoneDayVisit } from '@muster/contract/presence-days.ts'
import type { Role } from '@muster/domain/role.ts'

/** A visit as the screen has it: `from` and `to` (ms) are its part of the day. */
export type ToldVisit = {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly entry: number
  /** Null while it lasts. */
  readonly exit: number | null
  readonly mock: boolean
}

/** A row: somebody, and when they were inside on the day. */
export type ZoneDayPerson = {
  readonly userId: string
  readonly name: string
  readonly role: Role
  readonly visits: readonly ToldVisit[]
  /** How long they were inside on the day, in ms. */
  readonly length: number
}

/** From one moment (ms) to the next: how many were inside. */
export type ZoneDayStep = { readonly from: number; readonly to: number; readonly inside: number }

export type ToldZoneDay = {
  readonly from: number
  /** The end of the day, or now. */
  readonly to: number
  readonly people: readonly ZoneDayPerson[]
  /** Without a gap, from the beginning to the end. */
  readonly steps: readonly ZoneDayStep[]
  /** When somebody came or went, in order. */
  readonly changes: readonly number[]
  /** When the most were inside for the first time, and how many. */
  readonly peak: { readonly at: number; readonly inside: number }
}

type Span = { readonly from: number; readonly to: number }

/**
 * All that rows, strip and map say of a zone's day, from one source. `day` and `now` in milliseconds. Whoever came first stands first.
 * A day that is not over ends now, or with the last that is known, where this device's clock is behind.
 */
export function tellZoneDay(visits: readonly ZoneDayVisit[], day: Span, now: number): ToldZoneDay {
  const known = visits.map(({ entryTime, exitTime }) => Date.parse(exitTime ?? entryTime) + 1)
  const latest = known.reduce((last, at) => Math.max(last, at), now)
  const span = { from: day.from, to: Math.max(day.from + 1, Math.min(day.to, latest)) }
  const people = new Map<string, ZoneDayPerson & { visits: ToldVisit[]; length: number }>()
  const turns = new Map<number, number>([[span.from, 0]])
  const changes = new Set<number>()
  for (const visit of visits) {
    const told = toldVisit(visit, span)
    const { userId, name, role } = visit
    const person = people.get(userId) ?? { userId, name, role, visits: [], length: 0 }
    people.set(userId, person)
    person.visits.push(told)
    person.length += told.to - told.from
    turns.set(told.from, (turns.get(told.from) ?? 0) + 1)
    if (told.entry >= span.from) changes.add(told.entry)
    if (told.exit === null || told.exit > span.to) continue
    turns.set(told.exit, (turns.get(told.exit) ?? 0) - 1)
    changes.add(told.exit)
  }
  const steps = stepsOf(turns, span)
  const peak = steps.reduce((most, step) => (step.inside > most.inside ? step : most), {
    from: span.from,
    inside: 0,
  })
  return {
    ...span,
    people: [...people.values()],
    steps,
    changes: [...changes].sort((a, b) => a - b),
    peak: { at: peak.from, inside: peak.inside },
  }
}

function toldVisit({ id, entryTime, exitTime, mock }: ZoneDayVisit, span: Span): ToldVisit {
  const entry = Date.parse(entryTime)
  const exit = exitTime === null ? null : Date.parse(exitTime)
  const from = Math.max(entry, span.from)
  return { id, entry, exit, from, to: Math.min(exit ?? span.to, span.to), mock }
}

function stepsOf(turns: ReadonlyMap<number, number>, { to }: Span): ZoneDayStep[] {
  const steps: ZoneDayStep[] = []
  const moments = [...turns].sort(([a], [b]) => a - b)
  let inside = 0
  for (const [n, [from, by]] of moments.entries()) {
    inside += by
    const next = moments[n + 1]?.[0] ?? to
    if (next > from) steps.push({ from, to: next, inside })
  }
  return steps
}

/** The visit that somebody was on at a moment; undefined of who was not inside. Who goes at a moment is not inside any more. */
export const visitAt = ({ visits }: ZoneDayPerson, moment: number): ToldVisit | undefined =>
  visits.find(({ entry, exit }) => entry <= moment && (exit === null || exit > moment))
