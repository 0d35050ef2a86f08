const hour = 60 * 60 * 1_000

export const badgeDirections = ['in', 'out'] as const
export type BadgeDirection = (typeof badgeDirections)[number]

export const badgeNumberMaxLength = 64
/** Maximum events per request. */
export const badgeEventsMost = 500
/** Maximum keys per zone: one for each reader or controller. */
export const badgeKeysMost = 20
/** Maximum badges changed by one request. */
export const badgesAtOnceMost = 500
/**
 * Maximum numbers assigned to nobody that a roll lists for each zone. The others are one line of it: misread or invented numbers
 * must not bury the people who are looked for.
 */
export const unknownBadgesListedMost = 300
/** Maximum numbers that a key may send within an hour that are assigned to nobody and were never read in the zone. */
export const newUnknownBadgesMost = 1_000
/** Events that a key may send within a day: some 350 MB. A site of 10,000 people with ten readings each sends a third of it. */
export const badgeDayEventsMost = 300_000

/** Days for which badge events are kept, unless the zone says otherwise. The same default as for readings. */
export const badgeDaysDefault = 90
export const badgeDaysMost = 3_650

/** Then not seen lately: a double shift takes 16 hours, and whoever is listed after left behind others or by another door. */
export const badgeUnseenMs = 16 * hour

/** Until then on every list, because they may lie in the building; later, lists would fill with badges that left unread. */
export const badgeGoneMs = 72 * hour

/** Returns the form in which numbers are compared. Leading zeros stay, because in some systems they belong to the number. */
export const toBadgeNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]+/gu, '')
    .toUpperCase()

/** True for a number that can be part of an address: programs that resolve addresses take `.` and `..` for folders. */
export const isBadgeNumber = (number: string): boolean => number !== '.' && number !== '..'

/** A reading of a badge. Times are in milliseconds. */
export type BadgeEvent = {
  readonly direction: BadgeDirection
  /** When the badge was read; never later than the event's arrival. */
  readonly at: number
  /** The time that the reader sent, which may lie in the future if its clock is fast. */
  readonly sentAt: number
}

/** By time, then the reader's. Of an in and an out at one moment, the in is later, so nobody who may be inside is missing. */
export const compareBadgeEvents = (one: BadgeEvent, other: BadgeEvent): number =>
  one.at - other.at ||
  one.sentAt - other.sentAt ||
  Number(one.direction === 'in') - Number(other.direction === 'in')

/** How a stay ended: with an out; without one, because the badge came in again; or not yet. */
export type BadgeStayEnd = 'out' | 'in_again' | 'open'

/** The meaning of an open stay after a while: inside, not seen lately, or over with an unknown end. */
export type BadgePresence = 'inside' | 'not_seen' | 'gone'

/** Judges an open stay by the time since the badge came in. Times are in milliseconds. */
export function judgeOpenStay(cameInAt: number, now: number): BadgePresence {
  if (now - cameInAt > badgeGoneMs) return 'gone'
  return now - cameInAt > badgeUnseenMs ? 'not_seen' : 'inside'
}
