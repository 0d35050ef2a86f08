import {
  badgeDaysMost,
  badgeDirections,
  badgeEventsMost,
  badgeKeysMost,
  badgeNumberMaxLength,
  badgesAtOnceMost,
  isBadgeNumber,
  toBadgeNumber,
} from '@muster/domain/badge.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { csvFile } from './csv-file.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant } from './ids.ts'
import { importReference } from './import-reference.ts'
import { countText } from './numbers.ts'
import { page, paging } from './paging.ts'
import { exactText, oneLine, text } from './texts.ts'

const { inZone } = callsTagged('badges')

/** A badge number in the form in which numbers are compared (domain/badge.ts). */
export const badgeNumber = oneLine(badgeNumberMaxLength)
  .overwrite(toBadgeNumber)
  .min(1, 'A badge number is required')
  .max(badgeNumberMaxLength)
  .refine(isBadgeNumber, 'This is no badge number')

export const badgeEvent = z.object({
  badge: badgeNumber,
  direction: z.enum(badgeDirections),
  /** When the badge was read, by the clock of the reader. */
  at: instant,
  /** The name of the reader or gate, as it is shown: `Gate 2`. */
  reader: oneLine(60).default(''),
  /** Made by the sender, at most 100 characters. Without one, badge, time and direction identify the event. */
  id: exactText(100).min(1).optional(),
})
export type BadgeEventInput = z.output<typeof badgeEvent>

/** `POST /ingest/badges`. Rejected only without a list of 1 to 500 items; each is validated alone (`badgeEvent`). */
export const badgeBatch = z.object({ events: z.array(z.unknown()).min(1).max(badgeEventsMost) })

/**
 * The reasons why an event is not stored. Sending it again is useless, except with TOO_MANY_UNKNOWN: the key sent more new numbers
 * that are assigned to nobody than it may within an hour.
 */
export const badgeRefusals = [
  'EVENT_INVALID',
  'EVENT_TOO_OLD',
  'EVENT_IN_FUTURE',
  'TOO_MANY_UNKNOWN',
] as const

/** One result per event, in the order in which the events were sent. */
export const badgeAnswer = z.object({
  results: z.array(
    z.object({
      /** The id that the sender gave; null if there is none, or none that can be read. */
      id: z.string().nullable(),
      /** `repeated`: the event was stored before, and changes nothing. */
      result: z.enum(['stored', 'repeated', 'refused']),
      /** False if the number is assigned to nobody. The event counts nevertheless. */
      known: z.boolean(),
      code: z.enum(badgeRefusals).optional(),
      reason: z.string().optional(),
    }),
  ),
})

export const badgeKey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  /** When the last events arrived, accurate to a minute; null before the first. */
  lastUsedAt: instant.nullable(),
  /** When it can send again, if it sent as many events as a key may within a day; null otherwise. */
  fullUntil: instant.nullable().optional(),
})
export type BadgeKey = z.infer<typeof badgeKey>

const holder = {
  /** The member whom the badge belongs to; null for people without an account. */
  userId: id.nullable(),
  /** The name of the holder; null if the number is assigned to nobody. */
  name: z.string().nullable(),
  company: z.string(),
  phone: z.string(),
}

/** A badge that was assigned, or a number that was read without being assigned. */
export const badge = z.object({
  number: z.string(),
  ...holder,
  /** The newest event; null if the badge was never read, or that was too long ago to be kept. */
  last: z.object({ direction: z.enum(badgeDirections), at: instant, reader: z.string() }).nullable(),
})
export type Badge = z.infer<typeof badge>

/** Somebody whose badge came in and was not seen going out. */
export const insideByBadge = z.object({
  number: z.string(),
  ...holder,
  since: instant,
  reader: z.string(),
  /** True if the person also counts as inside by their phone, and therefore is no further person. */
  byPhone: z.boolean(),
})
export type InsideByBadge = z.infer<typeof insideByBadge>

export const badgeVisit = z.object({
  id,
  number: z.string(),
  userId: id.nullable(),
  /** The holder when the badge was read; null if it was assigned to nobody. */
  name: z.string().nullable(),
  /** Null if the badge went out without having come in. */
  cameInAt: instant.nullable(),
  inReader: z.string(),
  /** Null if the badge was not seen going out. */
  leftAt: instant.nullable(),
  outReader: z.string(),
  end: z.enum(['out', 'in_again', 'open']),
})
export type BadgeVisit = z.infer<typeof badgeVisit>

const newHolder = {
  number: badgeNumber,
  /** The member whom the badge belongs to; null for a person without an account, who needs a name. */
  userId: id.nullable().default(null),
  name: oneLine(120).default(''),
  company: oneLine(120).default(''),
  phone: oneLine(40).default(''),
}
const assignment = z
  .strictObject(newHolder)
  .refine(it => it.userId !== null || it.name !== '', { error: 'Enter a name', path: ['name'] })

const badgeImportResults = ['member', 'other', 'unknown', 'ambiguous', 'repeated', 'carried'] as const
export const badgeImportRow = z.object({
  /**
   * `member` or `other` (without account): assigned. Left out: `unknown` (no name, or no such member), `ambiguous`, `repeated` (a
   * later row has the number), `carried` (by a visitor).
   */
  result: z.enum(badgeImportResults),
  /** The name of the member, or as it is in the file. */
  name: z.string(),
  /** True if the badge belongs to somebody else so far. */
  changesHolder: z.boolean(),
})
export type BadgeImportRow = z.infer<typeof badgeImportRow>

const inZoneInput = z.strictObject({ zoneId: id })

export const badges = {
  keys: inZone('GET /zones/{zoneId}/badge-keys', 'list_badge_keys', 'List the keys of badge readers')
    .input(inZoneInput)
    .output(z.object({ keys: z.array(badgeKey).max(badgeKeysMost), days: z.int() })),
  /**
   * Only returned here. Repeating `requestId` returns the first row with a new key, and the lost one stops; rejected after first
   * use.
   */
  createKey: inZone(
    'POST /zones/{zoneId}/badge-keys',
    'create_badge_key',
    'Add a key for a badge reader',
    201,
  )
    .input(inZoneInput.extend({ name: oneLine(60).min(1, 'A name is required'), requestId: id }))
    .output(z.object({ row: badgeKey, key: z.string() }))
    .errors(pick('BADGE_KEYS_FULL', 'REQUEST_ID_TAKEN')),
  /** It stops working immediately; what was sent with it stays. */
  removeKey: inZone('DELETE /zones/{zoneId}/badge-keys/{keyId}', 'remove_badge_key', 'Remove a key')
    .input(inZoneInput.extend({ keyId: id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  setDays: inZone('PUT /zones/{zoneId}/badge-days', 'set_badge_days', 'Set how long badge events are kept')
    .input(inZoneInput.extend({ days: fitting(z.int().min(1).max(badgeDaysMost), 'integer') }))
    .output(z.object({ days: z.int() })),
  /** Includes unassigned numbers that were read; ordered by number. */
  list: inZone('GET /zones/{zoneId}/badges', 'list_badges', 'List the badges of a zone')
    .input(
      paging.extend({
        zoneId: id,
        /** Part of the number, the name or the company. */
        search: text(120).optional(),
        /** Only numbers that are assigned, or only those that are not. */
        only: z.enum(['assigned', 'unknown']).optional(),
      }),
    )
    .output(page(badge).extend({ total: z.int().nullable(), unknown: z.int().nullable() }))
    .errors(pick('CURSOR_INVALID')),
  /** A number of somebody else belongs to the new holder from now on. */
  assign: inZone('PUT /zones/{zoneId}/badges', 'assign_badges', 'Assign badges to people')
    .input(
      inZoneInput.extend({
        badges: fitting(z.array(assignment).min(1).max(badgesAtOnceMost), 'rows of badges'),
      }),
    )
    .output(z.object({ assigned: z.int() }))
    .errors(pick('NOT_ASSIGNED', 'BADGES_FULL', 'VISIT_BADGE_TAKEN')),
  /**
   * By e-mail address, user code or unique name, else somebody without an account. Rows naming nobody or several leave the others.
   */
  import: inZone('POST /zones/{zoneId}/badges/import', 'import_badges', 'Import badges from a file')
    .input(
      inZoneInput.extend({
        rows: fitting(
          z
            .array(
              z.strictObject({
                number: badgeNumber,
                name: oneLine(120).default(''),
                company: oneLine(120).default(''),
                phone: oneLine(40).default(''),
                email: oneLine(254).default(''),
                userCode: oneLine(40).default(''),
              }),
            )
            .min(1)
            .max(badgesAtOnceMost),
          'rows of badges',
        ),
        isPreview: z.boolean().default(false),
        /** Only for people who see imports, which are those who may create zones. */
        import: importReference.optional(),
      }),
    )
    .output(z.object({ assigned: z.int(), rows: z.array(badgeImportRow).max(badgesAtOnceMost) }))
    .errors(pick('BADGES_FULL', 'NOT_ASSIGNED', 'REQUEST_ID_TAKEN', 'IMPORT_UNDONE')),
  /** Ends the assignment of a badge. Its number counts as unknown from then on. */
  unassign: inZone(
    'DELETE /zones/{zoneId}/badges/{number}',
    'unassign_badge',
    'End the assignment of a badge',
  )
    .input(inZoneInput.extend({ number: badgeNumber }))
    .output(z.object({ unassigned: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  /** Off lists and rolls, also of open emergencies, until read again: for unassigned numbers such as misread cards. */
  dismiss: inZone(
    'POST /zones/{zoneId}/badges/dismissals',
    'dismiss_badges',
    'Say that unknown numbers are no people',
  )
    .input(
      inZoneInput.extend({
        numbers: fitting(z.array(badgeNumber).min(1).max(badgesAtOnceMost), 'badge numbers'),
      }),
    )
    .output(z.object({ dismissed: z.int() })),
  /** Longest first. */
  inside: inZone('GET /zones/{zoneId}/badges/inside', 'list_inside_by_badge', 'List who is inside by badge')
    .input(paging.extend({ zoneId: id }))
    .output(page(insideByBadge))
    .errors(pick('CURSOR_INVALID')),
  /** Newest event first. */
  visits: inZone('GET /zones/{zoneId}/badges/visits', 'list_badge_visits', 'List visits by badge')
    .input(paging.extend({ zoneId: id, number: badgeNumber.optional() }))
    .output(page(badgeVisit))
    .errors(pick('CURSOR_INVALID')),
  /** Returns the visits of the last days as CSV; the export is recorded in the security log. */
  visitsCsv: inZone(
    'GET /zones/{zoneId}/badges/visits.csv',
    'export_badge_visits',
    'Download visits by badge',
  )
    .input(inZoneInput.extend({ days: countText.min(1).max(badgeDaysMost).default(31) }))
    .output(csvFile),
}
