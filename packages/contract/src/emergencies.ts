import {
  accountedShares,
  claimHows,
  emergencyKinds,
  emergencyScopes,
  leaveWays,
  ownAnswers,
  personStates,
  rollGroups,
  rollReasons,
  rollSorts,
} from '@muster/domain/emergency.ts'
import { askAgainMost, neutralAnswersMost } from '@muster/domain/emergency-plan.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant, waitedMs } from './ids.ts'
import { count, latitude, longitude } from './numbers.ts'
import { page, paging, trueOrText } from './paging.ts'
import { reachCounts } from './reach.ts'
import { rollPerson } from './roll-person.ts'
import { oneLine, text } from './texts.ts'

const { signedIn, inZone } = callsTagged('emergencies')

const stateCounts = z.object({
  help: z.int(),
  missing: z.int(),
  elsewhere: z.int(),
  not_on_site: z.int(),
  safe: z.int(),
})
export type StateCounts = z.infer<typeof stateCounts>

/** The number of people on the roll, by the reason why they are on it. */
const reasonCounts = z.array(z.object({ why: z.enum(rollReasons), people: z.int() })).max(rollReasons.length)

const person = z.object({ id: id.nullable(), name: z.string() })

export const emergency = z.object({
  id,
  scope: z.enum(emergencyScopes),
  /** Null unless it was declared for one zone, and for a zone that was deleted since. */
  zoneId: id.nullable(),
  /** The names of the zone or zones when the emergency was declared, such as “Dock, Yard”; null for all zones. */
  zoneName: z.string().nullable(),
  kind: z.enum(emergencyKinds),
  drill: z.boolean(),
  /** The name of its plan; empty for a default plan. */
  planName: z.string(),
  message: z.string(),
  declaredBy: person,
  declaredAt: instant,
  allClearAt: instant.nullable(),
  /** True for a drill that a real call ended. */
  brokenOff: z.boolean().optional(),
  /** The zones of the emergency that the caller sees; empty for all zones. */
  zoneIds: z.array(id).max(limits.emergencyZonesMost).optional(),
  /** The IANA time zone of the times, that of the zone or, with several zones, of the installation. */
  timeZone: z.string(),
  /** The people on the roll whom the caller may see: those of their zones. */
  people: z.int(),
  states: stateCounts,
})
export type Emergency = z.infer<typeof emergency>

export const emergencyDetail = emergency.extend({
  reasons: reasonCounts,
  /** People who are called but do not count, and are in none of the other numbers unless they need help. */
  uncounted: z.int(),
  /** The missing who are called but not known to be on the site. They are listed after the others. */
  missingOffSite: z.int(),
  /** The missing who are known by the number of a badge that belongs to nobody. They are listed last. */
  missingUnknown: z.int(),
  /** The people in each state, by how it is known that they are on the site. */
  groups: z
    .array(z.object({ state: z.enum(personStates), group: z.enum(rollGroups), people: z.int() }))
    .max(personStates.length * rollGroups.length),
  /** People who are still missing although they have answered. */
  answered: z.int().optional(),
  /** People who were sent back in and whose team is inside, whatever their state. */
  insideWithTeams: z.int().optional(),
  /** Unknown badges inside that are not on the roll and in none of the numbers, because it lists 300 of each zone at most. */
  unlistedBadges: z.int().optional(),
  /** People who left within the hour before the declaration. They are not called. */
  leftBefore: z.int(),
  /** Null before the all clear, and for a drill that ended by itself. */
  allClearBy: person.nullable(),
  /** The zones of the emergency that the caller sees, by name; at most 100. */
  zones: z.array(z.object({ id, name: z.string(), mayMark: z.boolean() })).max(limits.emergencyZonesMost),
  /** False if the emergency has further zones, whose people the caller does not see. */
  seesAll: z.boolean(),
  /** True if the caller may mark people and add them, in at least one of these zones. */
  mayManage: z.boolean(),
  /** True if the caller may give the all clear. */
  mayEnd: z.boolean(),
})
export type EmergencyDetail = z.infer<typeof emergencyDetail>

/** Somebody who left shortly before the declaration. */
export const emergencyLeaver = z.object({
  id,
  /** Empty for a badge that belongs to nobody. */
  name: z.string(),
  phone: z.string(),
  leftBy: z.enum(leaveWays),
  /** The number of the badge of somebody without an account. */
  badge: z.string().nullable(),
  /** Company and host of a visitor, or the reader of a badge. */
  note: z.string(),
  zoneName: z.string(),
  leftAt: instant,
})
export type EmergencyLeaver = z.infer<typeof emergencyLeaver>

export const meetingPlace = z.object({ id, name: z.string(), lat: z.number(), lng: z.number() })
export type MeetingPlace = z.infer<typeof meetingPlace>

/** An open emergency that has the caller on its roll. */
export const ownEmergency = z.object({
  id,
  zoneName: z.string().nullable(),
  kind: z.enum(emergencyKinds),
  drill: z.boolean(),
  message: z.string(),
  /** The words of the answers in the caller's language; empty for the usual words. */
  words: z.object({ safe: z.string(), help: z.string() }),
  /** The words of the neutral answers in the caller's language. */
  neutral: z.array(z.string()).max(neutralAnswersMost).optional(),
  declaredAt: instant,
  /** When the order was given that counts now: the declaration, or the last change. Answers name it. */
  orderedAt: instant.optional(),
  declaredBy: z.string(),
  /** The declarer's telephone number; empty if there is none, and for callers who have not accepted their invitation to the zone. */
  phone: z.string(),
  /** The places to one of which the caller should go, if the emergency asks people to leave. */
  points: z.array(meetingPlace).max(limits.assemblyPointsMost),
  /** The caller's last position on the roll; null if there is none. */
  position: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  /** What the caller said last; null if they have not answered. */
  answer: z.object({ state: z.enum(ownAnswers), words: z.string().optional(), at: instant }).nullable(),
  /** What counts now: somebody else may have marked the caller. */
  state: z.enum(personStates),
  stateAt: instant.nullable(),
  /** The name of the captain or manager who marked the caller with that state last; empty if nobody did. */
  markedBy: z.string(),
  /** Set while the caller needs help. */
  help: z
    .object({
      /** The number of people who were alerted. */
      alerted: z.int(),
      /** Up to three of those who have seen it. */
      seenBy: z.array(z.string()).max(3),
      /** Those who are going to the caller. */
      coming: z.array(z.string()).max(limits.emergencyHelpersMost),
      /** The caller's last position as those who were alerted see it; null if they see none. */
      position: z.object({ at: instant, accuracyMeters: z.number().nullable() }).nullable(),
    })
    .optional(),
})
export type OwnEmergency = z.infer<typeof ownEmergency>

/** An emergency that ended a short time ago and had the caller on its roll. */
export const ownAllClear = z.object({
  id,
  zoneName: z.string().nullable(),
  drill: z.boolean(),
  /** True for a drill that a real call ended. */
  brokenOff: z.boolean().optional(),
  allClearAt: instant,
  /** True if the caller needed help, and nobody has said since that they are safe. */
  needsHelp: z.boolean(),
  declaredBy: z.string(),
  /** The declarer's telephone number; empty if there is none, and for callers who do not need help. */
  phone: z.string(),
})
export type OwnAllClear = z.infer<typeof ownAllClear>

/** A line of an emergency's timeline. */
const reportMoment = z.object({
  at: instant,
  what: z.enum([
    'declared',
    'help',
    'help_undone',
    'help_taken',
    'help_released',
    'message_sent',
    'order_changed',
    'link_created',
    'link_opened',
    'link_revoked',
    'team_started',
    'team_round',
    'team_ended',
    'area_open',
    'area_clear',
    'area_not_reached',
    'broken_off',
    'asked_again',
    'contacts_told',
    'managers_told',
    'all_clear',
  ]),
  /**
   * Empty for links that were opened, reminders, rounds that were not complete, and for drills and teams that ended by themselves.
   */
  name: z.string(),
  /** The name of the team or area, or of the person to whom somebody goes. */
  subject: z.string().optional(),
  /** The kinds of the order before and after it was changed, and its words. */
  order: z
    .object({ from: z.enum(emergencyKinds), to: z.enum(emergencyKinds), message: z.string() })
    .optional(),
  /** The number of the missing who were asked again, or about whom contacts or managers were told. */
  people: z.int().optional(),
  /** Those who were not confirmed in a round that was not complete. */
  unconfirmed: z.array(z.string()).max(limits.teamPeopleMost).optional(),
})
export type ReportMoment = z.infer<typeof reportMoment>

/** What a manager said about a person after the all clear. */
const correction = z.object({ at: instant, name: z.string(), state: z.enum(personStates), by: z.string() })
export type EmergencyCorrection = z.infer<typeof correction>

export const emergencyReport = z.object({
  /** The states at the all clear of those who count; corrections do not change them. */
  states: stateCounts,
  /** Whether a drill counts as the drill of its zones; null for emergencies. */
  countsAsDrill: z.boolean().nullable(),
  /** From the declaration until half, nine tenths and all; null if not reached. Later "elsewhere" stays accounted for. */
  accountedMs: z.array(z.int().nullable()).max(accountedShares.length),
  /** How the people who are accounted for said so. */
  hows: z.array(z.object({ how: z.enum(claimHows), people: z.int() })).max(claimHows.length),
  /** Declaration, at most 200 each of help calls, helpers, messages or links, teams and areas, reminders, all clear. */
  timeline: z.array(reportMoment).max(1_002 + askAgainMost + 1),
  /** Those who were missing longest, or are still missing; at most 50. */
  longest: z.array(z.object({ name: z.string(), missingMs: z.int(), accounted: z.boolean() })).max(50),
  /** The first 200 corrections after the all clear, in order of time. */
  corrections: z.array(correction).max(200),
})
export type EmergencyReport = z.infer<typeof emergencyReport>

/** A place where the people of a zone meet. Whoever is seen there during an evacuation counts as safe. */
export const assemblyPoint = z.strictObject({
  name: oneLine(80).min(1, 'Name the place'),
  lat: latitude,
  lng: longitude,
  radiusMeters: count.min(5).max(limits.assemblyPointRadiusMost),
})
export type AssemblyPoint = z.infer<typeof assemblyPoint>
const assemblyPoints = z.array(assemblyPoint).max(limits.assemblyPointsMost)
const hasDifferentNames = (points: readonly { name: string }[]) =>
  new Set(points.map(it => it.name)).size === points.length

const emergencyPreview = z.object({
  people: z.int(),
  reasons: reasonCounts,
  uncounted: z.int(),
  /** Of the people, how the call gets to them. A visitor's page counts as the app. */
  reach: reachCounts,
  /** Members of the zones who are not known to be inside, so that they are not called. */
  notCalled: z.int(),
  /** Unknown badges inside that would not be on the roll, and are in none of the numbers. */
  unlistedBadges: z.int().optional(),
  /** Members who are not called, also invited ones: the app asks them whether they are there, if they open it. */
  asked: z.int().optional(),
  /** The names of chosen zones that are not active: only people who are still recorded as inside are called there. */
  notActive: z.array(z.string()).max(limits.emergencyZonesMost),
})
export type EmergencyPreview = z.infer<typeof emergencyPreview>

const emergencyRef = z.strictObject({ emergencyId: id })
const target = {
  /** Null means all zones. */
  zoneId: id.nullable(),
  /** Further zones; without effect if the emergency is for all zones. */
  moreZoneIds: fitting(z.array(id).max(limits.emergencyZonesMost - 1), 'uuid[]').optional(),
  kind: z.enum(emergencyKinds),
  /** True to also call people whose shift runs now and who have not been seen, if the call is for the people inside. */
  expected: z.boolean().default(true),
  /** The zone's plan. A plan that is gone or of another kind counts as the default one. */
  emergencyPlanId: id.nullable().default(null),
}

export const emergencies = {
  points: inZone(
    'GET /zones/{zoneId}/assembly-points',
    'list_assembly_points',
    'List the places where the people of a zone meet',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ points: assemblyPoints })),
  /** Changes nothing if `expectedNames` is outdated. Plans name only points that are left: `renamed` says which had another name. */
  setPoints: inZone(
    'PUT /zones/{zoneId}/assembly-points',
    'set_assembly_points',
    'Set the places where the people of a zone meet',
  )
    .input(
      z.strictObject({
        zoneId: id,
        points: fitting(
          assemblyPoints.refine(hasDifferentNames, { error: 'Use each name once' }),
          'rows of assembly_points',
        ),
        expectedNames: z.array(text(80)).max(limits.assemblyPointsMost).optional(),
        renamed: z.strictObject({ from: text(80), to: oneLine(80) }).optional(),
      }),
    )
    .output(z.object({ points: assemblyPoints }))
    .errors(pick('LIST_CHANGED')),
  /** Counts the people who would be on the roll now, by reason. */
  preview: inZone(
    'POST /emergencies/preview',
    'preview_emergency',
    'Count the people an emergency would call',
  )
    .input(z.strictObject(target))
    .output(emergencyPreview),
  /** The client creates `requestId`, so a repeated request declares only one emergency. */
  declare: inZone('POST /emergencies', 'declare_emergency', 'Declare an emergency or a drill', 201)
    .input(
      z.strictObject({
        ...target,
        drill: z.boolean(),
        /** If it is the plan's text, everybody gets it in their language. */
        message: text(500).default(''),
        requestId: id,
      }),
    )
    .output(
      z.object({
        emergencyId: id,
        /** The people on the roll when the call went out. Those who are inside only by badge follow within moments. */
        people: z.int(),
      }),
    )
    .errors(pick('REQUEST_ID_TAKEN', 'EMERGENCY_OPEN')),
  /**
   * Includes zones where the caller may see who is inside, and open ones where they are a captain; open ones first, then the newest.
   */
  list: signedIn('GET /emergencies', 'list_emergencies', 'List emergencies and drills')
    .input(paging.extend({ open: trueOrText.optional() }))
    .output(page(emergency))
    .errors(pick('CURSOR_INVALID')),
  /**
   * Newest first, with those that ended within 12 hours and, unless the caller has said that they are not there or may see who is
   * inside, open ones in their zones without them.
   */
  mine: signedIn(
    'GET /emergencies/mine',
    'list_own_emergencies',
    'List the open emergencies that you are asked about',
  ).output(
    z.object({
      emergencies: z.array(ownEmergency).max(limits.ownEmergenciesMost),
      ended: z.array(ownAllClear).max(limits.ownEmergenciesMost).optional(),
      nearby: z.array(ownEmergency).max(limits.ownEmergenciesMost).optional(),
    }),
  ),
  get: inZone('GET /emergencies/{emergencyId}', 'get_emergency', 'Read one emergency with its counts')
    .input(emergencyRef)
    .output(emergencyDetail)
    .errors(pick('EMERGENCY_NOT_FOUND')),
  /** In three sections: names on the site, people called but not known to be there, badges of nobody. */
  people: inZone(
    'GET /emergencies/{emergencyId}/people',
    'list_emergency_people',
    'List the roll of an emergency',
  )
    .input(
      paging.extend({
        emergencyId: id,
        state: z.enum(personStates).optional(),
        /** Those who have said something about themselves that was not taken back, or the others. */
        answered: z.enum(['yes', 'no']).optional(),
        /** Those who count, or those who are called but do not. */
        listed: z.enum(['counted', 'uncounted']).default('counted'),
        search: text(200).optional(),
        /** Only people of this zone. */
        zoneId: id.optional(),
        /** Only people who are safe at this place; empty for those whose place is unknown. */
        place: text(120).optional(),
        group: z.enum(rollGroups).optional(),
        company: text(200).optional(),
        /** Only this person, whatever else the filters say. */
        personId: id.optional(),
        /** `unseen`: those who were not seen for longest come first. */
        sort: z.enum(rollSorts).default('name'),
      }),
    )
    .output(page(rollPerson))
    .errors(pick('CURSOR_INVALID', 'EMERGENCY_NOT_FOUND')),
  /** Lists people who left within the hour before the declaration and have not come back, last first. */
  leftBefore: inZone(
    'GET /emergencies/{emergencyId}/left-before',
    'list_emergency_leavers',
    'List who left shortly before an emergency',
  )
    .input(paging.extend({ emergencyId: id }))
    .output(page(emergencyLeaver))
    .errors(pick('CURSOR_INVALID', 'EMERGENCY_NOT_FOUND')),
  /** Records what the caller says about themselves. What was said last counts, whatever the order of arrival. */
  answer: signedIn(
    'POST /emergencies/{emergencyId}/answer',
    'answer_emergency',
    'Say that you are safe or need help',
  )
    .input(
      z.strictObject({
        emergencyId: id,
        /**
         * `undone` takes back one's own call for help, at most a minute after it. `not_there` is for members who are not on the
         * roll, and changes nothing for those who are.
         */
        state: z.enum([...ownAnswers, 'undone', 'not_there']),
        /** The request of that call for help; only with `undone`. */
        undoes: id.optional(),
        /** Which of the neutral answers, from 0; only with `neutral`. */
        choice: count.max(neutralAnswersMost - 1).optional(),
        /** `orderedAt` of the order that the caller answers. Without it, the time of the answer decides which one that is. */
        orderedAt: instant.optional(),
        requestId: id,
        waitedMs,
      }),
    )
    .output(z.object({ state: z.enum(personStates), at: instant }))
    .errors(pick('EMERGENCY_NOT_FOUND', 'EMERGENCY_ENDED', 'ANSWER_UNKNOWN', 'HELP_NOT_UNDOABLE')),
  /** Records what a captain or manager says about people on the roll. After the all clear, a manager's mark is a correction. */
  mark: inZone(
    'POST /emergencies/{emergencyId}/marks',
    'mark_emergency_people',
    'Mark people as safe or otherwise',
  )
    .input(
      z.strictObject({
        emergencyId: id,
        personIds: fitting(z.array(id).min(1).max(500), 'uuid[]'),
        /** `undone` takes back the caller's own mark that they need help, at most a minute after it. */
        state: z.enum([...personStates, 'undone']),
        /** The request of that mark; only with `undone`. */
        undoes: id.optional(),
        place: oneLine(120).default(''),
        requestId: id,
        waitedMs,
      }),
    )
    .output(z.object({ people: z.int() }))
    .errors(
      pick('EMERGENCY_NOT_FOUND', 'EMERGENCY_PERSON_NOT_FOUND', 'EMERGENCY_ENDED', 'HELP_NOT_UNDOABLE'),
    ),
  /** Records that the caller has seen who needs help, which those people read. Records nothing after the all clear. */
  seeHelp: inZone(
    'POST /emergencies/{emergencyId}/help/seen',
    'see_emergency_help',
    'Note that one has seen who needs help',
  )
    .input(emergencyRef)
    .output(z.object({ people: z.int() }))
    .errors(pick('EMERGENCY_NOT_FOUND')),
  /** Records that the caller is going to somebody who needs help, or no longer is. Changes nothing for somebody who needs none. */
  goTo: inZone(
    'PUT /emergencies/{emergencyId}/people/{personId}/going',
    'go_to_emergency_person',
    'Say that you are going to somebody who needs help, or no longer',
  )
    .input(z.strictObject({ emergencyId: id, personId: id, going: z.boolean() }))
    .output(z.object({ going: z.boolean() }))
    .errors(pick('EMERGENCY_NOT_FOUND', 'EMERGENCY_PERSON_NOT_FOUND', 'EMERGENCY_ENDED')),
  addPerson: inZone(
    'POST /emergencies/{emergencyId}/people',
    'add_emergency_person',
    'Add somebody to the roll by hand',
    201,
  )
    .input(
      z.strictObject({
        emergencyId: id,
        /** The zone in which the person counts; may be left out if the caller manages one zone of the emergency, or all of them. */
        zoneId: id.optional(),
        /**
         * A member of a zone of the emergency, who is called; name and phone are theirs. Nothing changes for somebody on the roll.
         */
        userId: id.optional(),
        name: oneLine(120).min(1, 'Enter a name'),
        phone: oneLine(40).default(''),
        requestId: id,
      }),
    )
    .output(z.object({ personId: id }))
    .errors(
      pick('EMERGENCY_NOT_FOUND', 'EMERGENCY_ENDED', 'EMERGENCY_ROLL_FULL', 'EMERGENCY_PERSON_NOT_FOUND'),
    ),
  /**
   * Gives everybody on the roll another order without an all clear between, and asks them anew. Calls for help stay open. A plan
   * that is gone or of another kind counts as the default one.
   */
  changeOrder: inZone(
    'POST /emergencies/{emergencyId}/order',
    'change_emergency_order',
    'Change the order of an open emergency',
    201,
  )
    .input(
      z.strictObject({
        emergencyId: id,
        kind: z.enum(emergencyKinds),
        /** A plan of one of the emergency's zones. */
        emergencyPlanId: id.nullable().default(null),
        message: fitting(text(500).default(''), 'text'),
        requestId: id,
      }),
    )
    .output(z.object({ people: z.int() }))
    .errors(pick('EMERGENCY_NOT_FOUND', 'EMERGENCY_ENDED')),
  allClear: inZone('POST /emergencies/{emergencyId}/all-clear', 'give_all_clear', 'Give the all clear')
    .input(
      emergencyRef.extend({
        /** Whether a drill counts as the drill of its zones, which moves their due dates. Without effect for an emergency. */
        countsAsDrill: z.boolean().default(true),
      }),
    )
    .output(z.object({ allClearAt: instant }))
    .errors(pick('EMERGENCY_NOT_FOUND')),
  report: inZone(
    'GET /emergencies/{emergencyId}/report',
    'get_emergency_report',
    'Read the report of an emergency',
  )
    .input(emergencyRef)
    .output(emergencyReport)
    .errors(pick('EMERGENCY_NOT_FOUND')),
}
