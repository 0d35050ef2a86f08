import { trackingSources } from '@muster/domain/presence.ts'
import { roles } from '@muster/domain/role.ts'
import { z } from 'zod'
import { id, instant, measuredPosition } from './ids.ts'
import { listedPerson } from './listed-person.ts'
import { consentWord, presenceWord } from './presence-word.ts'

/** True if the device reported that another app faked the position; otherwise omitted. */
const mock = z.boolean().optional()

export const presenceEvents = [
  /** Somebody entered or left; contains everything that a list or panel shows about it. */
  z.object({
    kind: z.literal('presence.changed'),
    zoneId: id,
    userId: id,
    /** Null for a non-member (an internal admin), whose name not every viewer may see. */
    name: z.string().nullable(),
    role: z.enum(roles).nullable(),
    change: z.enum(['entered', 'left']),
    /** The presence before the change. */
    was: presenceWord,
    /** Their row in the lists of the zone; null for a non-member. */
    listed: listedPerson.nullable(),
    at: instant,
    entryTime: instant.nullable(),
    /** The exit time: that of the first of the readings that confirmed each other, so never later than `at`. */
    exitTime: instant.optional(),
    durationMinutes: z.int().nullable(),
    accuracyMeters: z.number().nullable(),
    source: z.enum(trackingSources),
    mock,
    /** The visit that began; null for one that ended, because only one was open. */
    visitId: id.nullable(),
  }),
  /** Late readings changed somebody's visits, so lists of visits must be fetched again. */
  z.object({
    kind: z.literal('presence.amended'),
    zoneId: id,
    userId: id,
    /** The current visit's entry time as known now; null for a person who is not inside. */
    insideSince: instant.nullable(),
  }),
  /** Somebody decided on location tracking. Without their consent nobody sees their last position. */
  z.object({
    kind: z.literal('presence.consent'),
    zoneId: id,
    userId: id,
    consent: consentWord,
    /** The presence before the decision. From now on it is `unknown`, unless they agree. */
    was: presenceWord,
    /** The entry time of the visit that ended with the decision. */
    entryTime: instant.optional(),
  }),
  /** The newest readings of one batch in one zone, none of which changed anybody's presence. */
  z.object({
    kind: z.literal('presence.seen'),
    zoneId: id,
    seen: z.array(
      z.object({
        userId: id,
        inside: z.boolean(),
        /** True for their first reading, before which their presence was unknown. */
        first: z.literal(true).optional(),
        at: instant,
        accuracyMeters: z.number().nullable(),
        mock,
        /** Only for one's own readings; nobody else's screen shows it. */
        source: z.enum(trackingSources).optional(),
      }),
    ),
  }),
  /** The places of the newest readings of one batch in one zone, for people who may track live locations. */
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
