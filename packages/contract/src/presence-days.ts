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

/** A day on the caller's calendar as instants, because the device knows its boundaries best. */
const day = { from: instant, to: instant }
const isDay = ({ from, to }: { from: string; to: string }) => {
  const length = Date.parse(to) - Date.parse(from)
  return length > 0 && length <= limits.dayMostMs
}
const notADay = 'A day ends after it begins, and has at most 25 hours'

/** A zone day must be a full day, because visits longer than a day are found by that. */
const isWholeDay = (span: { from: string; to: string }) =>
  isDay(span) && Date.parse(span.to) - Date.parse(span.from) >= limits.dayLeastMs
const notAWholeDay = 'A day has from 23 to 25 hours'

export const dayReading = z.object({
  /** By the device's clock, but never later than the server's. */
  at: instant,
  ...measuredPosition,
  inside: z.boolean(),
  source: z.enum(trackingSources),
  /** True if the phone reported that another app faked the position, which makes it weaker evidence. */
  mock: z.boolean(),
  /**
   * True if the reading is too vague to say whether it was inside: its accuracy circle is larger than 50 m and touches the edge of
   * the zone.
   */
  vague: z.boolean(),
})
export type DayReading = z.infer<typeof dayReading>

/** From entry to exit; may begin before the day and end after it. */
export const dayVisit = z.object({ entryTime: instant, exitTime: instant.nullable() })
export type DayVisit = z.infer<typeof dayVisit>

export const personDay = z.object({
  person: z.object({ userId: id, name: z.string() }),
  /** Without the person's consent, others see no readings. */
  consent: consentWord,
  /** In chronological order. If there are more than `limits.dayReadingsMost`, those that `thinDay` keeps. */
  readings: z.array(dayReading).max(limits.dayReadingsMost),
  /** The total number of readings. */
  total: z.int(),
  /** True if readings outside the zone are included, which only the person themselves may see. */
  outsideToo: z.boolean(),
  visits: z.array(dayVisit).max(limits.dayVisitsMost),
  /** Older readings are deleted. */
  keptSince: instant,
})
export type PersonDay = z.infer<typeof personDay>

/** Visits per answer. */
export const zoneDayPageMost = 1_000

/** A visit of a person who has a state in the zone. Visits of former members are visible only to themselves. */
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

/** The last known place of a person who was inside at a moment. */
export const zoneDayPlace = z.object({
  userId: id,
  name: z.string(),
  at: instant,
  ...measuredPosition,
  mock: mockPosition,
})
export type ZoneDayPlace = z.infer<typeof zoneDayPlace>

export const presenceDays = {
  /** The caller's own readings checked against the zone on a day, inside and outside, and their visits. */
  myDay: inZone('GET /zones/{zoneId}/presence/mine/day', 'get_my_day', "Read one's own day in a zone")
    .input(z.strictObject({ zoneId: id, ...day }).refine(isDay, notADay))
    .output(personDay),
  /** A member's readings inside the zone. The view is logged in the security log and shown to the person, with the day. */
  dayOf: inZone(
    'GET /zones/{zoneId}/users/{userId}/day',
    'get_person_day',
    'Read the day of a member in a zone',
  )
    .input(z.strictObject({ zoneId: id, userId: id, ...day }).refine(isDay, notADay))
    .output(personDay)
    .errors(pick('NOT_ASSIGNED')),
  /** Everybody's visits that touch a day, in order of entry. The view is logged in the security log. */
  zoneDay: inZone('GET /zones/{zoneId}/presence/day', 'get_zone_day', 'List the visits to a zone on a day')
    .input(z.strictObject({ zoneId: id, ...day, cursor: cursor.optional() }).refine(isWholeDay, notAWholeDay))
    .output(
      z.object({
        rows: z.array(zoneDayVisit).max(zoneDayPageMost),
        next: cursor.nullable(),
        /** The total over all pages, computed with the first; null on later pages. */
        total: z.int().nullable(),
        /** Older visits are deleted. */
        keptSince: instant,
      }),
    )
    .errors(pick('CURSOR_INVALID')),
  /**
   * The last known places, on that day and within their visit, of everybody who was inside at a moment. The view is logged in the
   * security log and shown to the people of the zone, with the day.
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
