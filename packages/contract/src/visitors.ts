import { badgeNumberMaxLength, toBadgeNumber } from '@muster/domain/badge.ts'
import { emergencyKinds, ownAnswers, personStates } from '@muster/domain/emergency.ts'
import { neutralAnswersMost } from '@muster/domain/emergency-plan.ts'
import { limits } from '@muster/domain/limits.ts'
import { isCompanyName, isPersonName } from '@muster/domain/person-name.ts'
import {
  kiosksMost,
  posterDayMost,
  visitDoors,
  visitEnds,
  visitKeptDays,
  visitNamesMost,
  visitorsInsideMost,
  visitSearchLeast,
  visitStates,
  visitWays,
} from '@muster/domain/visitor.ts'
import { z } from 'zod'
import { email } from './auth.ts'
import { callsTagged } from './base.ts'
import { day } from './calendar.ts'
import { csvFile } from './csv-file.ts'
import { meetingPlace } from './emergencies.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant, waitedMs } from './ids.ts'
import { count } from './numbers.ts'
import { page, paging } from './paging.ts'
import { phoneLine } from './phone.ts'
import { neutralAnswer } from './roll-person.ts'
import { exactText, oneLine, text } from './texts.ts'

const { inZone, anyone } = callsTagged('visitors')

export const visit = z.object({
  id,
  zoneId: id,
  name: z.string(),
  company: z.string(),
  phone: z.string(),
  /** The number of the badge that the visitor carries; empty if none is known. */
  badge: z.string(),
  /** The member who is visited. The id is null if the visitor typed a name, or the account was deleted; the name is then that text. */
  host: z.object({ id: id.nullable(), name: z.string() }),
  way: z.enum(visitWays),
  state: z.enum(visitStates),
  expectedOn: day.nullable(),
  signedInAt: instant.nullable(),
  signedOutAt: instant.nullable(),
  ended: z.enum(visitEnds).nullable(),
  noticeAcceptedAt: instant.nullable(),
  noticeVersion: z.int().nullable(),
  /** True if the caller is the host. */
  mine: z.boolean(),
})
export type Visit = z.infer<typeof visit>

export const visitorSettings = z.object({
  /** Empty means the general notice, whose version is 0. */
  notice: z.string(),
  noticeVersion: z.int(),
  keptDays: z.int(),
  /** True if kiosks ask for the number of the badge that the reception gave out. */
  asksBadge: z.boolean().optional(),
  /** How many visitors may sign in with the poster in a day. */
  posterDayMost: z.int().optional(),
  /** When the current poster was made; null if there is none. */
  posterMadeAt: instant.nullable(),
  /** The number of visitors who signed in with a poster and are here. */
  posterVisitors: z.int(),
})
export type VisitorSettings = z.infer<typeof visitorSettings>

export const kiosk = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  /** Null until a tablet has used the code. */
  startedAt: instant.nullable(),
  /** When the code expires, if no tablet has used it. */
  codeExpiresAt: instant.nullable(),
  lastSeenAt: instant.nullable(),
  /** The number of visitors who signed in there and are here. */
  visitors: z.int(),
})
export type Kiosk = z.infer<typeof kiosk>

// Others read these names in alerts, push messages and emails.
const visitorName = oneLine(120)
  .min(1, 'Enter a name')
  .refine(isPersonName, 'A name cannot contain line breaks, addresses or signs such as < > / @')
const companyName = oneLine(120)
  .refine(isCompanyName, 'This cannot contain line breaks, addresses or signs such as < > / @')
  .default('')
const visitorFields = {
  name: visitorName,
  company: companyName,
  phone: phoneLine(40).default(''),
}
/** A badge number as readers send it, in the form in which numbers are compared; empty for none. */
const visitBadge = oneLine(badgeNumberMaxLength)
  .overwrite(toBadgeNumber)
  .max(badgeNumberMaxLength)
  .default('')
const inZoneInput = z.strictObject({ zoneId: id })
const matching = { way: z.enum(visitWays).optional(), search: text(200).optional() }
const visitRef = z.strictObject({ zoneId: id, visitId: id })
/** Who saw the visitors leave: required while one of them is missing or needs help in an open emergency, whose record keeps it. */
const seenBy = oneLine(80).optional()
const entered = z.object({ visitId: id })

/** A random secret of a kiosk, a poster or a visit, as the server made it. */
const secret = exactText(64)
const door = { door: z.enum(visitDoors), token: secret }

/** The language of the page, for texts that have translations. */
const language = oneLine(35).optional()

const ownVisitEmergency = z.object({
  id,
  zoneName: z.string().nullable(),
  kind: z.enum(emergencyKinds),
  drill: z.boolean(),
  message: z.string(),
  /** The words of the answers in the language of the page; empty for the usual words. */
  words: z.object({ safe: z.string(), help: z.string() }),
  /** The words of the neutral answers, in that language too. */
  neutral: z.array(z.string()).max(neutralAnswersMost).optional(),
  declaredAt: instant,
  /** When the order was given that counts now: the declaration, or the last change. Answers name it. */
  orderedAt: instant.optional(),
  /** The places to one of which the visitor should go. */
  points: z.array(meetingPlace).max(limits.assemblyPointsMost),
  state: z.enum(personStates),
  stateAt: instant.nullable(),
  /** True if the visitor answered themselves. */
  answered: z.boolean(),
  /** What the visitor answered, if it was a neutral answer and they said nothing else since. */
  answer: neutralAnswer.optional(),
})
export type OwnVisitEmergency = z.infer<typeof ownVisitEmergency>

const allClear = z.object({
  id,
  zoneName: z.string().nullable(),
  kind: z.enum(emergencyKinds),
  drill: z.boolean(),
  allClearAt: instant,
})

/** An open emergency of the zone, as kiosk and poster show it. */
const visitedEmergency = ownVisitEmergency.pick({
  id: true,
  zoneName: true,
  kind: true,
  drill: true,
  message: true,
  declaredAt: true,
  points: true,
})
export type VisitedEmergency = z.infer<typeof visitedEmergency>

/** Where a kiosk or poster stands. */
const visitedPlace = z.object({
  zoneName: z.string(),
  notice: z.string(),
  noticeVersion: z.int(),
  /** True for a kiosk that asks for the number of a badge. */
  asksBadge: z.boolean().optional(),
  /** Open emergencies, real ones before drills. While there is one, nobody signs out at a kiosk. */
  emergencies: z.array(visitedEmergency).max(limits.ownEmergenciesMost),
  /** Emergencies that ended within the last hour, newest first. */
  allClears: z.array(allClear).max(limits.ownEmergenciesMost),
})
export type VisitedPlace = z.infer<typeof visitedPlace>

/** The visit as the visitor's own phone shows it. */
export const ownVisit = z.object({
  name: z.string(),
  zoneName: z.string(),
  signedInAt: instant,
  signedOutAt: instant.nullable(),
  ended: z.enum(visitEnds).nullable(),
  emergencies: z.array(ownVisitEmergency).max(limits.ownEmergenciesMost),
  /** Emergencies that ended lately, newest first. */
  allClears: z.array(allClear).max(limits.ownEmergenciesMost),
})
export type OwnVisit = z.infer<typeof ownVisit>

export const visitors = {
  list: inZone('GET /zones/{zoneId}/visitors', 'list_visitors', 'List the visitors of a zone')
    .input(
      paging.extend({
        zoneId: id,
        state: z.enum(visitStates).default('inside'),
        ...matching,
      }),
    )
    .output(page(visit))
    .errors(pick('CURSOR_INVALID')),
  counts: inZone('GET /zones/{zoneId}/visitors/counts', 'count_visitors', 'Count the visitors of a zone')
    .input(z.strictObject({ zoneId: id, ...matching }))
    .output(z.object({ inside: z.int(), expected: z.int(), past: z.int() })),
  /** The caller is the host. With an address, the visitor gets one email; the address is not kept. */
  invite: inZone('POST /zones/{zoneId}/visitors/invitations', 'invite_visitor', 'Announce a visitor', 201)
    .input(
      z.strictObject({
        ...visitorFields,
        zoneId: id,
        expectedOn: day,
        email: email.optional(),
        requestId: id,
      }),
    )
    .output(entered)
    .errors(pick('VISITORS_FULL', 'VISIT_DAY_INVALID', 'REQUEST_ID_TAKEN')),
  add: inZone('POST /zones/{zoneId}/visitors', 'add_visitor', 'Sign in a visitor by hand', 201)
    .input(
      z.strictObject({
        ...visitorFields,
        zoneId: id,
        hostId: id.nullable(),
        hostName: oneLine(120).default(''),
        badge: visitBadge,
        requestId: id,
      }),
    )
    .output(entered)
    .errors(pick('VISITORS_FULL', 'REQUEST_ID_TAKEN', 'VISIT_BADGE_TAKEN')),
  /** Sets or, if it is empty, removes the number of the badge that a visitor who is signed in carries. */
  setBadge: inZone(
    'PUT /zones/{zoneId}/visitors/{visitId}/badge',
    'set_visitor_badge',
    'Set the badge of a visitor',
  )
    .input(visitRef.extend({ badge: visitBadge }))
    .output(entered)
    .errors(pick('VISIT_NOT_FOUND', 'VISIT_BADGE_TAKEN')),
  /** Signs in an expected visitor, who stands before the host or a manager. */
  receive: inZone(
    'POST /zones/{zoneId}/visitors/{visitId}/sign-in',
    'receive_visitor',
    'Sign in an expected visitor',
  )
    .input(visitRef)
    .output(entered)
    .errors(pick('VISIT_NOT_FOUND', 'VISITORS_FULL')),
  signOut: inZone(
    'POST /zones/{zoneId}/visitors/{visitId}/sign-out',
    'sign_out_visitor',
    'Sign out a visitor',
  )
    .input(visitRef.extend({ seenBy }))
    .output(
      entered.extend({
        /** When this call signed the visitor out; null if they were signed out already. `undoSignOut` needs it. */
        signedOutAt: instant.nullable(),
      }),
    )
    .errors(pick('VISIT_NOT_FOUND', 'VISITOR_NOT_SEEN')),
  /** Signs a visitor in again as if they had not been signed out, at most five minutes after a host or manager did so. */
  undoSignOut: inZone(
    'POST /zones/{zoneId}/visitors/{visitId}/sign-out/undo',
    'undo_visitor_sign_out',
    'Undo the sign-out of a visitor',
  )
    .input(visitRef.extend({ signedOutAt: instant }))
    .output(entered)
    .errors(pick('VISIT_NOT_FOUND', 'SIGN_OUT_NOT_UNDOABLE', 'VISIT_BADGE_TAKEN')),
  /** Signs out the visitors who are here and match all of what is given. */
  signOutMany: inZone(
    'POST /zones/{zoneId}/visitors/sign-out',
    'sign_out_visitors',
    'Sign out several visitors',
  )
    .input(
      z
        .strictObject({
          ...{ zoneId: id, ...matching },
          visitIds: z
            .array(id)
            .min(1)
            .max(2 * visitorsInsideMost)
            .optional()
            .describe('This, `kioskId`, `way` or `search` is required.'),
          /** The kiosk at which they signed in, also if it is closed. */
          kioskId: id.optional(),
          seenBy,
        })
        .refine(it => it.visitIds || it.kioskId || it.way || it.search, 'Say which visitors are signed out'),
    )
    .output(z.object({ visitors: z.int() }))
    .errors(pick('VISITOR_NOT_SEEN')),
  cancel: inZone(
    'DELETE /zones/{zoneId}/visitors/{visitId}',
    'cancel_visitor',
    'Remove a visitor who is expected',
  )
    .input(visitRef)
    .output(entered)
    .errors(pick('VISIT_NOT_FOUND')),
  exportCsv: inZone('GET /zones/{zoneId}/visitors.csv', 'export_visitors', 'Export visits as CSV')
    .input(z.strictObject({ zoneId: id, from: day, to: day }))
    .output(csvFile)
    .errors(pick('VISIT_DAY_INVALID')),
  settings: inZone(
    'GET /zones/{zoneId}/visitor-settings',
    'get_visitor_settings',
    'Read how a zone receives visitors',
  )
    .input(inZoneInput)
    .output(visitorSettings),
  setSettings: inZone(
    'PUT /zones/{zoneId}/visitor-settings',
    'set_visitor_settings',
    'Set notice and retention of visits',
  )
    .input(
      z.strictObject({
        zoneId: id,
        notice: text(2_000),
        keptDays: count.min(visitKeptDays.least).max(visitKeptDays.most),
        /** As before if it is left out. */
        asksBadge: z.boolean().optional(),
        /** As before if it is left out. */
        posterDayMost: count.min(posterDayMost.least).max(posterDayMost.most).optional(),
      }),
    )
    .output(visitorSettings),
  /** Makes a new poster; the earlier one ceases to work. The token is only in this response. */
  renewPoster: inZone(
    'POST /zones/{zoneId}/visitor-poster',
    'renew_visitor_poster',
    'Make a new poster for visitors',
    201,
  )
    .input(inZoneInput)
    .output(z.object({ token: z.string() })),
  kiosks: inZone('GET /zones/{zoneId}/kiosks', 'list_kiosks', 'List the kiosks of a zone')
    .input(inZoneInput)
    .output(z.object({ kiosks: z.array(kiosk).max(kiosksMost) })),
  openKiosk: inZone('POST /zones/{zoneId}/kiosks', 'open_kiosk', 'Make a code for a new kiosk', 201)
    .input(z.strictObject({ zoneId: id, name: oneLine(80).min(1, 'Enter a name') }))
    .output(z.object({ kioskId: id, code: z.string(), expiresAt: instant }))
    .errors(pick('KIOSKS_FULL')),
  closeKiosk: inZone('DELETE /zones/{zoneId}/kiosks/{kioskId}', 'close_kiosk', 'Close a kiosk')
    .input(z.strictObject({ zoneId: id, kioskId: id }))
    .output(z.object({ closed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),

  /** A code works once. */
  startKiosk: anyone('POST /visiting/kiosks', 'start_kiosk', 'Start a kiosk with a code')
    .input(z.strictObject({ code: oneLine(20) }))
    .output(z.object({ token: z.string(), zoneName: z.string(), name: z.string() }))
    .errors(pick('KIOSK_CODE_INVALID')),
  place: anyone('POST /visiting/place', 'get_visited_place', 'Read where a kiosk or poster stands')
    .input(z.strictObject({ ...door, language }))
    .output(visitedPlace)
    .errors(pick('VISIT_LINK_INVALID')),
  /** By the beginning of a name. A kiosk shows first names; a poster, which anybody may photograph, initials. */
  hosts: anyone('POST /visiting/hosts', 'find_hosts', 'Find the person to visit')
    .input(z.strictObject({ ...door, search: oneLine(100).min(visitSearchLeast) }))
    .output(z.object({ hosts: z.array(z.object({ id, name: z.string() })).max(visitNamesMost) }))
    .errors(pick('VISIT_LINK_INVALID')),
  /** Exactly this name, today; says by whom. */
  expected: anyone('POST /visiting/expected', 'find_expected_visit', 'Find an expected visit by name')
    .input(z.strictObject({ ...door, name: visitorName }))
    .output(z.object({ expected: z.object({ hostName: z.string() }).nullable() }))
    .errors(pick('VISIT_LINK_INVALID')),
  signIn: anyone('POST /visiting/visits', 'sign_in_as_visitor', 'Sign in as a visitor', 201)
    .input(
      z.strictObject({
        ...door,
        ...visitorFields,
        hostId: id.nullable(),
        hostName: companyName,
        /** Only for a kiosk that asks for it. */
        badge: visitBadge,
        /** True if the visitor was told that they are expected. */
        isExpected: fitting(z.boolean(), 'no column').default(false),
        noticeVersion: fitting(z.int().min(0).max(1_000_000), 'integer'),
        requestId: id,
      }),
    )
    .output(
      z.object({
        /** The token of the visitor's own page; null at a kiosk. */
        visitToken: z.string().nullable(),
        zoneName: z.string(),
        signedInAt: instant,
        /** The host who is told; empty if nobody is. */
        hostName: z.string(),
      }),
    )
    .errors(
      pick(
        'VISIT_LINK_INVALID',
        'VISITORS_FULL',
        'VISIT_NOTICE_CHANGED',
        'REQUEST_ID_TAKEN',
        'VISIT_BADGE_TAKEN',
      ),
    ),
  /** For signing out at a kiosk. */
  present: anyone('POST /visiting/present', 'find_present_visitors', 'Find a visitor who is signed in')
    .input(z.strictObject({ token: secret, search: oneLine(100).min(visitSearchLeast) }))
    .output(
      z.object({
        visitors: z
          .array(z.object({ id, name: z.string(), company: z.string(), signedInAt: instant }))
          .max(visitNamesMost),
      }),
    )
    .errors(pick('VISIT_LINK_INVALID')),
  leave: anyone('POST /visiting/leave', 'sign_out_at_kiosk', 'Sign out at a kiosk')
    .input(z.strictObject({ token: secret, visitId: id }))
    .output(entered)
    .errors(pick('VISIT_LINK_INVALID', 'VISIT_NOT_FOUND', 'SIGN_OUT_IN_EMERGENCY')),
  own: anyone('POST /visiting/own', 'get_own_visit', 'Read one’s own visit')
    .input(z.strictObject({ token: secret, language }))
    .output(ownVisit)
    .errors(pick('VISIT_LINK_INVALID')),
  ownLeave: anyone('POST /visiting/own/leave', 'sign_out_of_own_visit', 'Sign out of one’s own visit')
    .input(z.strictObject({ token: secret }))
    .output(entered)
    .errors(pick('VISIT_LINK_INVALID')),
  ownAnswer: anyone(
    'POST /visiting/own/answer',
    'answer_emergency_as_visitor',
    'Say as a visitor that you are safe or need help',
  )
    .input(
      z.strictObject({
        token: secret,
        emergencyId: id,
        /** `undone` takes back one's own call for help, at most a minute after it. */
        state: z.enum([...ownAnswers, 'undone']),
        /** The request of that call for help; only with `undone`. */
        undoes: id.optional(),
        /** Which of the neutral answers, from 0; only with `neutral`. */
        choice: count.max(neutralAnswersMost - 1).optional(),
        /** `orderedAt` of the order that the visitor answers. Without it, the time of the answer decides which one that is. */
        orderedAt: instant.optional(),
        requestId: id,
        waitedMs,
      }),
    )
    .output(z.object({ state: z.enum(personStates), at: instant }))
    .errors(
      pick(
        'VISIT_LINK_INVALID',
        'EMERGENCY_NOT_FOUND',
        'EMERGENCY_ENDED',
        'ANSWER_UNKNOWN',
        'HELP_NOT_UNDOABLE',
      ),
    ),
}
