import { trackingSources } from '@muster/domain/presence.ts'
import { roles } from '@muster/domain/role.ts'
import { z } from 'zod'
import { id, instant, measuredPosition } from './ids.ts'
import { listedPerson } from './listed-person.ts'
import { consentStatus, presenceStatus } from './presence-word.ts'

/** True if the device reported that another app faked the position; otherwise omitted. */
const mock = z.boolean().optional()

export const presenceEvents = [
  /** Somebody entered or left. The event contains everything that a list or panel shows about it. */
  z.object({
    kind: z.literal('presence.changed'),
    zoneId: id,
    userId: id,
    /** Null for a non-member (an internal admin), because not every viewer may see their name. */
    name: z.string().nullable(),
    role: z.enum(roles).nullable(),
    change: z.enum(['entered', 'left']),
    /** The presence before the change. */
    was: presenceStatus,
    /** The person's row in the lists of the zone; null for a non-member. */
    listed: listedPerson.nullable(),
    at: instant,
    entryTime: instant.nullable(),
    /** The time of exit, taken from the first of the readings that confirm the exit, so it is never later than `at`. */
    exitTime: instant.optional(),
    durationMinutes: z.int().nullable(),
    accuracyMeters: z.number().nullable(),
    source: z.enum(trackingSources),
    mock,
    /** The visit that began; null if a visit ended, because only one can have been open. */
    visitId: id.nullable(),
  }),
  /** Late readings changed somebody's visits, so screens must refetch lists of visits. */
  z.object({
    kind: z.literal('presence.amended'),
    zoneId: id,
    userId: id,
    /** The entry time of the current visit, as known now; null for a person who is not inside. */
    insideSince: instant.nullable(),
  }),
  /** Somebody decided on location tracking. Without their consent, nobody can see their last position. */
  z.object({
    kind: z.literal('presence.consent'),
    zoneId: id,
    userId: id,
    consent: consentStatus,
    /** The presence before the decision. Unless they consent, it is `unknown` from now on. */
    was: presenceStatus,
    /** The entry time of the visit that the decision ended. */
    entryTime: instant.optional(),
  }),
  /** The newest readings of one batch in one zone, none of which was an entry or an exit. */
  z.object({
    kind: z.literal('presence.seen'),
    zoneId: id,
    seen: z.array(
      z.object({
        userId: id,
        inside: z.boolean(),
        /** True for a person's first reading, before which their presence was unknown. */
        first: z.literal(true).optional(),
        at: instant,
        accuracyMeters: z.number().nullable(),
        mock,
        /** Only present for the recipient's own readings, because nobody else's screen shows it. */
        source: z.enum(trackingSources).optional(),
      }),
    ),
  }),
  /** The positions of the newest readings of one batch in one zone, for people who may track live locations. */
  z.object({
    kind: z.literal('presence.located'),
    zoneId: id,
    located: z.array(
      z.object({
        userId: id,
        ...measuredPosition,
        mock,
        at: instant,
      }),
    ),
  }),
] as const
