import { limits } from '@muster/domain/limits.ts'
import { trackingSources } from '@muster/domain/presence.ts'
import { roles } from '@muster/domain/role.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant, measuredPosition } from './ids.ts'
import { cursor } from './paging.ts'
import { consentStatus, lastSeenInVisit, mockPosition, mockVisit } from './presence-word.ts'

const { inZone } = callsTagged('presence')

/** The caller's calendar day as two instants, because only the device knows when that day begins and ends. */
const dayFields = { from: instant, to: instant }
const isDay = ({ from, to }: { from: string; to: string }) => {
  const length = Date.parse(to) - Date.parse(from)
  return length > 0 && length <= limits.dayMostMs
}
const invalidDayMessage = 'A day ends after it begins, and has at most 25 hours'

/** A zone day must be a full calendar day, because the search for visits that outlast the day relies on that. */
const isWholeDay = (span: { from: string; to: string }) =>
  isDay(span) && Date.parse(span.to) - Date.parse(span.from) >= limits.dayLeastMs
const invalidWholeDayMessage = 'A day has from 23 to 25 hours'

export const dayReading = z.object({
  /** Device time, but never later than the server's time of receipt. */
  at: instant,
  ...measuredPosition,
  inside: z.boolean(),
  source: z.enum(trackingSources),
  /** True if the phone reported that another app faked the position, which makes the reading weaker evidence. */
  mock: z.boolean(),
  /**
   * True if the reading is too vague to decide whether the person was inside: its accuracy circle is larger than 50 m and touches
   * the edge of the zone.
   */
  vague: z.boolean(),
})
export type DayReading = z.infer<typeof dayReading>

/** A visit from entry to exit. It may begin before the day and end after it. */
export const dayVisit = z.object({ entryTime: instant, exitTime: instant.nullable() })
export type DayVisit = z.infer<typeof dayVisit>

/** A planned shift that overlaps the day. It may begin before the day and end after it. */
export const dayShift = z.object({ from: instant, to: instant })
export type DayShift = z.infer<typeof dayShift>
export const maxDayShifts = 50

export const personDay = z.object({
  person: z.object({ userId: id, name: z.string() }),
  /** Without the person's consent, nobody else can see their readings. */
  consent: consentStatus,
  /** In chronological order. Above `limits.dayReadingsMost` readings, only those selected by `thinDay` are returned. */
  readings: z.array(dayReading).max(limits.dayReadingsMost),
  /** The total number of readings on that day. */
  total: z.int(),
  /** True if readings outside the zone are included, which only the person themselves can see. */
  outsideToo: z.boolean(),
  visits: z.array(dayVisit).max(limits.dayVisitsMost),
  /** The person's planned shifts, in order. */
  shifts: z.array(dayShift).max(maxDayShifts),
  /** Readings older than this have been deleted. */
  keptSince: instant,
})
export type PersonDay = z.infer<typeof personDay>

/** Maximum visits per response. */
export const maxZoneDayPageRows = 1_000

/** A visit by a person who has a presence in the zone. Visits by former members are visible only to themselves. */
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

/** The last known position of a person who was inside at a given moment. */
export const zoneDayPlace = z.object({
  userId: id,
  name: z.string(),
  at: instant,
  ...measuredPosition,
  mock: mockPosition,
})
export type ZoneDayPlace = z.infer<typeof zoneDayPlace>

export const presenceDays = {
  /** Own readings as checked against the zone, inside and outside, and visits. */
  myDay: inZone('GET /zones/{zoneId}/presence/mine/day', 'get_my_day', "Read one's own day in a zone")
    .input(z.strictObject({ zoneId: id, ...dayFields }).refine(isDay, invalidDayMessage))
    .output(personDay),
  /** Readings need consent. Views of others are in the security log, where the person sees who viewed which day. */
  dayOf: inZone(
    'GET /zones/{zoneId}/users/{userId}/day',
    'get_person_day',
    'Read the day of a member in a zone',
  )
    .input(z.strictObject({ zoneId: id, userId: id, ...dayFields }).refine(isDay, invalidDayMessage))
    .output(personDay)
    .errors(pick('NOT_ASSIGNED')),
  /** All that overlap the day, in order of entry. The view is recorded in the security log. */
  zoneDay: inZone('GET /zones/{zoneId}/presence/day', 'get_zone_day', 'List the visits to a zone on a day')
    .input(
      z
        .strictObject({ zoneId: id, ...dayFields, cursor: cursor.optional() })
        .refine(isWholeDay, invalidWholeDayMessage),
    )
    .output(
      z.object({
        rows: z.array(zoneDayVisit).max(maxZoneDayPageRows),
        next: cursor.nullable(),
        /** The total over all pages, computed with the first page; null on later pages. */
        total: z.int().nullable(),
        /** The shifts planned for anybody, in order, each time once; sent with the first page. */
        shifts: z.array(dayShift).max(maxDayShifts),
        /** Visits older than this have been deleted. */
        keptSince: instant,
      }),
    )
    .errors(pick('CURSOR_INVALID')),
  /** Positions are of that day and visit. Views of others are in the security log, where people see who viewed which day. */
  zoneDayPlaces: inZone(
    'GET /zones/{zoneId}/presence/day/places',
    'get_zone_day_places',
    'Read where people inside a zone were at a moment of a day',
  )
    .input(
      z
        .strictObject({ zoneId: id, ...dayFields, moment: instant })
        .refine(isWholeDay, invalidWholeDayMessage)
        .refine(({ from, to, moment }) => isWithin(moment, from, to), 'The moment must be of the day'),
    )
    .output(z.object({ people: z.array(zoneDayPlace).max(limits.livePositionsMost) })),
}
