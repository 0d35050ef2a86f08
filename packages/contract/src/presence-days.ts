import { limits } from '@muster/domain/limits.ts'
import { trackingSources } from '@muster/domain/presence.ts'
import { roles } from '@muster/domain/role.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant, measuredPosition } from './ids.ts'
import { cursor } from './paging.ts'
import { consentWord, lastSeenInVisit, mockPosition, mockVisit } from './presence-word.ts'

const { inZone } = callsTagged('presence')

/** A day on the caller's calendar: which moments that are, the device knows best. */
const day = { from: instant, to: instant }
const isDay = ({ from, to }: { from: string; to: string }) => {
  const length = Date.parse(to) - Date.parse(from)
  return length > 0 && length <= limits.dayMostMs
}
const notADay = 'A day ends after it begins, and has at most 25 hours'

/** Days of a zone are whole: visits longer than a day are found by that. */
const isWholeDay = (span: { from: string; to: string }) =>
  isDay(span) && Date.parse(span.to) - Date.parse(span.from) >= limits.dayLeastMs
const notAWholeDay = 'A day has from 23 to 25 hours'

export const dayReading = z.object({
  /** By the device's clock, never later than the server's. */
  at: instant,
  ...measuredPosition,
  inside: z.boolean(),
  source: z.enum(trackingSources),
  /** The phone itself said that another app made the position up: weaker evidence. */
  mock: z.boolean(),
  /** Too vague to say whether it was inside: its accuracy circle, wider than 50 m, touches the edge of the zone. */
  vague: z.boolean(),
})
export type DayReading = z.infer<typeof dayReading>

/** From entry to exit; it may have begun before the day, and end after it. */
export const dayVisit = z.object({ entryTime: instant, exitTime: instant.nullable() })
export type DayVisit = z.infer<typeof dayVisit>

export const personDay = z.object({
  person: z.object({ userId: id, name: z.string() }),
  /** Without the person's consent others are told of no reading. */
  consent: consentWord,
  /** In order of time. Of more than `limits.dayReadingsMost` those that `thinDay` leaves. */
  readings: z.array(dayReading).max(limits.dayReadingsMost),
  /** How many readings there are in all. */
  total: z.int(),
  /** Whether readings outside of the zone are among them: they are the person's own to see. */
  outsideToo: z.boolean(),
  visits: z.array(dayVisit).max(limits.dayVisitsMost),
  /** Older readings are not kept. */
  keptSince: instant,
})
export type PersonDay = z.infer<typeof personDay>

/** Visits of one answer. */
export const zoneDayPageMost = 1_000

/** A visit of somebody who has a state in the zone; those of former members are theirs alone. */
export const zoneDayVisit = z.object({
  id,
  userId: id,
  name: z.string(),
  role: z.enum(roles),
  entryTime: instant,
  exitTime: instant.nullable(),
  lastSeen: lastSeenInVisit,
  source: z.enum(trackingSources),
  mock: mockVisit,
})
export type ZoneDayVisit = z.infer<typeof zoneDayVisit>

const isWithin = (moment: string, from: string, to: string) =>
  Date.parse(from) <= Date.parse(moment) && Date.parse(moment) <= Date.parse(to)

/** Where somebody who was inside at a moment had been located last. */
export const zoneDayPlace = z.object({
  userId: id,
  name: z.string(),
  at: instant,
  ...measuredPosition,
  mock: mockPosition,
})
export type ZoneDayPlace = z.infer<typeof zoneDayPlace>

export const presenceDays = {
  /** One's own readings that were held against the zone, of one day, and one's visits: inside and outside. */
  myDay: inZone('GET /zones/{zoneId}/presence/mine/day', 'get_my_day', "Read one's own day in a zone")
    .input(z.strictObject({ zoneId: id, ...day }).refine(isDay, notADay))
    .output(personDay),
  /** Those of a member that lie inside of the zone. The look is noted in the security log, and told to the person with the day. */
  dayOf: inZone(
    'GET /zones/{zoneId}/users/{userId}/day',
    'get_person_day',
    'Read the day of a member in a zone',
  )
    .input(z.strictObject({ zoneId: id, userId: id, ...day }).refine(isDay, notADay))
    .output(personDay)
    .errors(pick('NOT_ASSIGNED')),
  /** The visits of everybody that touch a day, in the order in which they began. The look is noted in the security log. */
  zoneDay: inZone('GET /zones/{zoneId}/presence/day', 'get_zone_day', 'List the visits to a zone on a day')
    .input(z.strictObject({ zoneId: id, ...day, cursor: cursor.optional() }).refine(isWholeDay, notAWholeDay))
    .output(
      z.object({
        rows: z.array(zoneDayVisit).max(zoneDayPageMost),
        next: cursor.nullable(),
        /** Count over all pages, made with the first; null in those after it. */
        total: z.int().nullable(),
        /** Older visits are not kept. */
        keptSince: instant,
      }),
    )
    .errors(pick('CURSOR_INVALID')),
  /**
   * Where those who were inside at a moment of a day had been located last, on that day and within their visit. The look is noted
   * in the security log, and told to the people of the zone with the day.
   */
  zoneDayPlaces: inZone(
    'GET /zones/{zoneId}/presence/day/places',
    'get_zone_day_places',
    'Read where people inside a zone were at a moment of a day',
  )
    .input(
      z
        .strictObject({ zoneId: id, ...day, moment: instant })
        .refine(isWholeDay, notAWholeDay)
        .refine(({ from, to, moment }) => isWithin(moment, from, to), 'The moment must be of the day'),
    )
    .output(z.object({ people: z.array(zoneDayPlace).max(limits.livePositionsMost) })),
}
