import { trackingSources } from '@muster/domain/presence.ts'
import { roles } from '@muster/domain/role.ts'
import { z } from 'zod'
import { id, instant, measuredPosition } from './ids.ts'
import { listedPerson } from './listed-person.ts'
import { consentWord, presenceWord } from './presence-word.ts'

/** Whether the device itself says that another app made the position up; left out where it does not. */
const mock = z.boolean().optional()

export const presenceEvents = [
  /** Somebody went in or out, with all that a list or panel shows of it. */
  z.object({
    kind: z.literal('presence.changed'),
    zoneId: id,
    userId: id,
    /** Null for who is no member (an internal admin): not everybody who watches may know their name. */
    name: z.string().nullable(),
    role: z.enum(roles).nullable(),
    change: z.enum(['entered', 'left']),
    /** Where they were before. */
    was: presenceWord,
    /** Their row in the lists of the zone; null for who is no member. */
    listed: listedPerson.nullable(),
    at: instant,
    entryTime: instant.nullable(),
    /** When who left did so: with the first of the readings that bear each other out, so not later than `at`. */
    exitTime: instant.optional(),
    durationMinutes: z.int().nullable(),
    accuracyMeters: z.number().nullable(),
    source: z.enum(trackingSources),
    mock,
    /** The visit that began; null of one that ended, which was the only one open. */
    visitId: id.nullable(),
  }),
  /** Readings that came late told somebody's visits anew: lists of visits are asked for again. */
  z.object({
    kind: z.literal('presence.amended'),
    zoneId: id,
    userId: id,
    /** Since when they are inside, by what is known now; null of who is not. */
    insideSince: instant.nullable(),
  }),
  /** Somebody decided about being located: without their consent nobody is told where they were last. */
  z.object({
    kind: z.literal('presence.consent'),
    zoneId: id,
    userId: id,
    consent: consentWord,
    /** The presence before the decision. From now on it is `unknown`, unless they agree. */
    was: presenceWord,
    /** When the visit began that ended with it. */
    entryTime: instant.optional(),
  }),
  /** The newest readings of one batch in one zone; nobody went in or out by them. */
  z.object({
    kind: z.literal('presence.seen'),
    zoneId: id,
    seen: z.array(
      z.object({
        userId: id,
        inside: z.boolean(),
        /** Their first reading: until then nothing was known of where they are. */
        first: z.literal(true).optional(),
        at: instant,
        accuracyMeters: z.number().nullable(),
        mock,
        /** For one's own readings alone: nobody else's screen shows it. */
        source: z.enum(trackingSources).optional(),
      }),
    ),
  }),
  /** Where the newest readings of one batch in one zone were taken; for those who may track live locations. */
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
