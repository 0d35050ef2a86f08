import { limits } from '@muster/domain/limits.ts'
import { trackingSources } from '@muster/domain/presence.ts'
import { z } from 'zod'
import { inZoneProcedure } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'

/** A day on the caller's calendar: which moments that are, the device knows best. */
const day = { from: instant, to: instant }
const isDay = ({ from, to }: { from: string; to: string }) => {
  const length = Date.parse(to) - Date.parse(from)
  return length > 0 && length <= limits.dayMostMs
}
const notADay = 'A day ends after it begins, and has at most 25 hours'

export const dayReading = z.object({
  /** By the device's clock, never later than the server's. */
  at: instant,
  lat: z.number(),
  lng: z.number(),
  accuracyMeters: z.number().nullable(),
  inside: z.boolean(),
  source: z.enum(trackingSources),
  /** The phone itself said that another app made the position up: weaker evidence. */
  mock: z.boolean(),
})
export type DayReading = z.infer<typeof dayReading>

/** From entry to exit; it may have begun before the day, and end after it. */
export const dayVisit = z.object({ entryTime: instant, exitTime: instant.nullable() })
export type DayVisit = z.infer<typeof dayVisit>

export const personDay = z.object({
  person: z.object({ userId: id, name: z.string() }),
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

export const presenceDays = {
  /** One's own readings that were held against the zone, of one day, and one's visits: inside and outside. */
  myDay: inZoneProcedure
    .route({
      method: 'GET',
      path: '/zones/{zoneId}/presence/mine/day',
      operationId: 'get_my_day',
      tags: ['presence'],
    })
    .input(z.strictObject({ zoneId: id, ...day }).refine(isDay, notADay))
    .output(personDay),
  /** Those of a member that lie inside of the zone. The look is noted in the security log, and told to the person with the day. */
  dayOf: inZoneProcedure
    .route({
      method: 'GET',
      path: '/zones/{zoneId}/users/{userId}/day',
      operationId: 'get_person_day',
      tags: ['presence'],
    })
    .input(z.strictObject({ zoneId: id, userId: id, ...day }).refine(isDay, notADay))
    .output(personDay)
    .errors(pick('NOT_ASSIGNED')),
}
