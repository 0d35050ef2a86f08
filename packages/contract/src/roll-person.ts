import { claimHows, claimStates, personStates, rollReasons } from '@muster/domain/emergency.ts'
import { limits } from '@muster/domain/limits.ts'
import { callStates } from '@muster/domain/reach.ts'
import { z } from 'zod'
import { id, instant } from './ids.ts'

/** The neutral answer of a person: its words, and when it was given. */
export const neutralAnswer = z.object({ words: z.string(), at: instant })

/** The team of people who were sent back in, with which somebody is inside now, and the person's last confirmation. */
const insideWith = z.object({ team: z.string(), confirmedAt: instant.nullable() })
export type InsideWith = z.infer<typeof insideWith>

const emergencyClaim = z.object({
  state: z.enum(claimStates),
  /** The state in the claim that `undone` takes back. */
  undoneState: z.enum(personStates).optional(),
  /** The words of a neutral answer. */
  words: z.string().optional(),
  how: z.enum(claimHows),
  place: z.string(),
  by: z.string(),
  at: instant,
  /** When the server received it, which is later for claims from phones without a network. */
  receivedAt: instant,
})
export type EmergencyClaim = z.infer<typeof emergencyClaim>

/** Somebody who said that they are going to a person who needs help. */
const emergencyHelper = z.object({ name: z.string(), at: instant, isMe: z.boolean() })
export type EmergencyHelper = z.infer<typeof emergencyHelper>

/** Maximum claims listed with a person, newest first. */
export const maxClaimsPerPerson = 5

/** A person on a roll, as managers see them. Everybody else sees one of the parts below. */
export const rollPerson = z.object({
  id,
  /** Null for people without an account, such as those added by hand, and once the account is deleted. */
  userId: id.nullable(),
  name: z.string(),
  phone: z.string(),
  /** Company and host of a visitor. */
  note: z.string().optional(),
  /** True for somebody who is known by the number of a badge that belongs to nobody. */
  isUnknown: z.boolean().optional(),
  /** The name as on paper: “Berg, Ann”. */
  listName: z.string(),
  why: z.enum(rollReasons),
  /** Null for people added by hand to all zones, and once the zone is deleted. */
  zoneId: id.nullable(),
  zoneName: z.string().nullable(),
  /** True if the caller may mark this person. */
  mayMark: z.boolean(),
  /** What the person needs to leave; empty unless the emergency is open and the caller may mark the person. */
  needs: z.string(),
  insideSince: instant.nullable(),
  /** The last reading when the emergency was declared. */
  seenAt: instant.nullable(),
  accuracyMeters: z.number().nullable(),
  /** The newest reading in the person’s zone until the all clear, or when they came in; null if nobody saw them. */
  lastSeenAt: instant.nullable(),
  /** Null without a reading, and for callers who may not track live locations. */
  position: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  state: z.enum(personStates),
  stateAt: instant.nullable(),
  /** True if the person and others said different things. */
  disputed: z.boolean(),
  /** What the person answered, if it was a neutral answer and they said nothing else since. */
  answer: neutralAnswer.optional(),
  /** Why the person does not count; null for those who do. */
  uncountedReason: z.string().nullable(),
  /** The last accurate reading outside all zones of the emergency since the person is missing. */
  seenOutsideAt: instant.nullish(),
  /** Since the declaration, the person's badge went out here. That is no state, because nobody has seen where they are. */
  badgeOut: z.object({ at: instant, reader: z.string() }).optional(),
  /** Set while the person is inside with a team, which is no state: the claims still decide it. */
  insideWith: insideWith.optional(),
  /** What is known of the call to the person while the emergency is open; left out if nothing is known yet. */
  callState: z.enum(callStates).optional(),
  /** Those who are going to the person, who needs help; first the one who said so first. */
  helpers: z.array(emergencyHelper).max(limits.emergencyHelpersMost).optional(),
  claims: z.array(emergencyClaim).max(maxClaimsPerPerson),
})
export type RollPerson = z.infer<typeof rollPerson>

const nameFields = { id: true, name: true, phone: true } as const
const listFields = { why: true, insideSince: true, seenAt: true, accuracyMeters: true, note: true } as const
const soughtFields = { zoneName: true, state: true, needs: true, insideWith: true } as const

/** Whom an emergency would call now, as the phone of a captain holds them. */
export const calledPerson = rollPerson
  .pick({ ...listFields, userId: true, name: true, phone: true })
  .extend({ zoneId: id })
export type CalledPerson = z.infer<typeof calledPerson>

export const captainPerson = rollPerson.pick({
  ...{ ...nameFields, ...listFields, ...soughtFields },
  ...{ userId: true, disputed: true, seenOutsideAt: true, badgeOut: true, helpers: true, claims: true },
})
export type CaptainPerson = z.infer<typeof captainPerson>

/** A person as responders see them. `seenAt` may also be when they came in. */
export const soughtPerson = rollPerson
  .pick({ ...nameFields, ...soughtFields, why: true, isUnknown: true, answer: true, seenAt: true })
  .extend({
    /** The last known position; null without one, and if the creator of the link may not see it. */
    position: z
      .object({ lat: z.number(), lng: z.number(), accuracyMeters: z.number().nullable(), at: instant })
      .nullable(),
  })
export type SoughtPerson = z.infer<typeof soughtPerson>

/** Those who were sent back in and whose team is inside, whether they are on the roll or not. */
export const personInside = rollPerson.pick(nameFields).extend({ ...insideWith.shape, zoneName: z.string() })
export type PersonInside = z.infer<typeof personInside>

export const emergencyReportRow = rollPerson
  .pick({ id: true, name: true, zoneName: true, why: true, state: true, stateAt: true })
  .extend(rollPerson.pick({ disputed: true, answer: true, uncountedReason: true }).shape)
  .extend({
    /** How the claim that counts was made, by whom and where; null if nobody has said anything. */
    how: z.enum(claimHows).nullable(),
    by: z.string().nullable(),
    place: z.string(),
    /** From the call until the person was accounted for or, if they never were, until the all clear. */
    missingMs: z.int(),
    /** True if that claim arrived after the record. */
    late: z.boolean(),
    /** The present state, if a manager corrected it after the all clear; everything else is as it was at the all clear. */
    correctedTo: z.enum(personStates).nullable(),
  })
export type EmergencyReportRow = z.infer<typeof emergencyReportRow>
