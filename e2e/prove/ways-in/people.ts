import type { ClaimHow, PersonState, RollReason } from '@muster/domain/emergency.ts'

/** How a person comes in: an own phone, a location app, a badge, a kiosk or poster, a host, or a manager who signs them in. */
export const ways = ['phone', 'tracker', 'badge', 'kiosk', 'host', 'hand'] as const
export type Way = (typeof ways)[number]

/** The kinds of people with a badge: a member, somebody without an account, and a number that nobody assigned. */
const holders = ['member', 'guest', 'unknown'] as const
export const trackerApps = ['owntracks', 'traccar', 'overland'] as const

/** A reading of a phone or location app, or of a badge. `minutes` is how long before the declaration it was taken. */
export type Reading =
  | { readonly at: 'inside' | 'outside'; readonly minutes: number; readonly accuracy?: number }
  | { readonly badge: 'in' | 'out'; readonly minutes: number; readonly second?: boolean }

/** What a visitor, or whoever receives them, does. `dayOver` lets the visit begin two days earlier. */
export type VisitStep = 'announce' | 'signIn' | 'signInTwice' | 'signOut' | 'dayOver'

type Story = {
  /** Readings in the order in which they arrive. */
  readonly readings?: readonly Reading[]
  readonly visit?: readonly VisitStep[]
  /** The same, after the declaration. */
  readonly later?: { readonly readings?: readonly Reading[]; readonly visit?: readonly VisitStep[] }
  /** The reason on the roll at the declaration, and for those who are added later. Without one, the person is not on the roll. */
  readonly why?: RollReason
  readonly whyLater?: RollReason
  /** True if the person counts as inside by phone or app, by badge, or by both. */
  readonly isInside?: 'by phone' | 'by badge' | 'by both' | 'as visitor'
  /** True for somebody whose badge came in too long ago to be sure. */
  readonly isUnseen?: boolean
  /** True if the list of those who left within the hour before names the person. */
  readonly hasLeft?: boolean
  /** True if the roll notes that the badge went out. */
  readonly hasBadgeOut?: boolean
  /** Who ended the visit, for visits that are over when the emergency is declared. */
  readonly ended?: 'self' | 'host' | 'manager' | 'end_of_day'
  readonly isExpected?: boolean
}

const phoneOrApp: readonly Story[] = [
  { readings: [{ at: 'inside', minutes: 5 }], why: 'inside', isInside: 'by phone' },
  {
    readings: [
      { at: 'inside', minutes: 50 },
      { at: 'outside', minutes: 20 },
    ],
    hasLeft: true,
  },
  // Went out and came back; the readings arrive in the wrong order.
  {
    readings: [
      { at: 'outside', minutes: 40 },
      { at: 'inside', minutes: 50 },
      { at: 'inside', minutes: 5 },
    ],
    why: 'inside',
    isInside: 'by phone',
  },
  // By two ways at once.
  {
    readings: [
      { at: 'inside', minutes: 5 },
      { badge: 'in', minutes: 10 },
    ],
    why: 'inside',
    isInside: 'by both',
  },
  // The phone left, and nobody saw the badge going out.
  {
    readings: [
      { badge: 'in', minutes: 55 },
      { at: 'inside', minutes: 50 },
      { at: 'outside', minutes: 20 },
    ],
    why: 'badge',
    isInside: 'by badge',
  },
  { readings: [{ at: 'inside', minutes: 5, accuracy: 60 }], why: 'uncertain', isInside: 'by phone' },
  { readings: [{ at: 'inside', minutes: 45 }], why: 'not_seen', isInside: 'by phone' },
  // Left; the reading outside arrives first.
  {
    readings: [
      { at: 'outside', minutes: 20 },
      { at: 'inside', minutes: 50 },
    ],
    hasLeft: true,
  },
  { later: { readings: [{ at: 'inside', minutes: 0 }] }, whyLater: 'came_later' },
  // The badge went out, and the phone is still inside.
  {
    readings: [
      { badge: 'in', minutes: 50 },
      { at: 'inside', minutes: 5 },
      { badge: 'out', minutes: 3 },
    ],
    why: 'inside',
    isInside: 'by phone',
  },
]

/** The minutes of the earlier events of all badges end before any of these. */
export const oldestStoryMinutes = 80 * 60
const badges: readonly Story[] = [
  { readings: [{ badge: 'in', minutes: 30 }], why: 'badge', isInside: 'by badge' },
  {
    readings: [
      { badge: 'in', minutes: 90 },
      { badge: 'out', minutes: 20 },
    ],
    hasLeft: true,
  },
  {
    readings: [
      { badge: 'in', minutes: 90 },
      { badge: 'out', minutes: 60 },
      { badge: 'in', minutes: 10 },
    ],
    why: 'badge',
    isInside: 'by badge',
  },
  // With a second badge.
  {
    readings: [
      { badge: 'in', minutes: 30 },
      { badge: 'in', minutes: 20, second: true },
    ],
    why: 'badge',
    isInside: 'by badge',
  },
  { readings: [{ badge: 'in', minutes: 17 * 60 }], why: 'badge', isInside: 'by badge', isUnseen: true },
  // Came in more than three days ago and was not seen going out.
  { readings: [{ badge: 'in', minutes: 73 * 60 }] },
  // In and out at the same moment: nobody who may be inside is missing.
  {
    readings: [
      { badge: 'in', minutes: 30 },
      { badge: 'out', minutes: 30 },
    ],
    why: 'badge',
    isInside: 'by badge',
  },
  { later: { readings: [{ badge: 'in', minutes: 0 }] }, whyLater: 'badge' },
  {
    readings: [{ badge: 'in', minutes: 40 }],
    later: { readings: [{ badge: 'out', minutes: 0 }] },
    why: 'badge',
    isInside: 'by badge',
    hasBadgeOut: true,
  },
  // Came in before the declaration, and the reader was offline.
  { later: { readings: [{ badge: 'in', minutes: 10 }] }, whyLater: 'badge' },
  // The same for somebody who went out.
  {
    readings: [{ badge: 'in', minutes: 60 }],
    later: { readings: [{ badge: 'out', minutes: 15 }] },
    why: 'badge',
    isInside: 'by badge',
    hasBadgeOut: true,
  },
]

const visitor = (ended: NonNullable<Story['ended']>): readonly Story[] => [
  { visit: ['signIn'], why: 'visitor', isInside: 'as visitor' },
  { visit: ['signInTwice'], why: 'visitor', isInside: 'as visitor' },
  { visit: ['signIn', 'signOut'], ended, hasLeft: true },
  { visit: ['signIn', 'dayOver'], ended: 'end_of_day' },
  { later: { visit: ['signIn'] }, whyLater: 'visitor' },
  { visit: ['signIn'], later: { visit: ['signOut'] }, why: 'visitor', isInside: 'as visitor' },
]

/** What people do by each way, and how they must count; written by hand. */
const stories: Record<Way, readonly Story[]> = {
  phone: phoneOrApp,
  tracker: phoneOrApp,
  badge: badges,
  kiosk: visitor('self'),
  host: [...visitor('host'), { visit: ['announce'], isExpected: true }],
  hand: visitor('manager'),
}

export type Person = Story & {
  readonly name: string
  readonly way: Way
  /** The number of the person within the way. */
  readonly index: number
  readonly hasAccount: boolean
  readonly holder: (typeof holders)[number] | undefined
  readonly app: (typeof trackerApps)[number]
  /** The numbers of the person's badges. */
  readonly badges: readonly string[]
  /** A visitor who has the zone's poster on their own phone, and answers there. */
  readonly hasPoster: boolean
  /** An announced visitor who signs in at the kiosk. */
  readonly hasKiosk: boolean
  readonly company: string
  /** The host, by number, who is a member. */
  readonly host: number
  /** What the roll calls the person. */
  readonly rollName: string
  readonly answer: Answer
}

/** How a person is accounted for. */
export type Answer = {
  readonly by: 'own' | 'help' | 'captain' | 'point' | 'sign out'
  /** How the list must end. */
  readonly state: PersonState
  readonly how: ClaimHow
  readonly disputed: boolean
}
const answers = {
  own: { by: 'own', state: 'safe', how: 'own', disputed: false },
  // Calls for help, and is then seen by a captain.
  help: { by: 'help', state: 'safe', how: 'captain', disputed: true },
  captain: { by: 'captain', state: 'safe', how: 'captain', disputed: false },
  point: { by: 'point', state: 'safe', how: 'point', disputed: false },
} satisfies Record<string, Answer>
/** Those who may use each kind of answer take turns. */
const turns = {
  phone: ['own', 'point', 'help', 'captain'],
  tracker: ['point', 'own', 'captain', 'help'],
  badge: ['own', 'captain', 'help'],
  poster: ['own', 'help', 'captain'],
} as const

export const HOSTS = 5
const hostNames = ['Ada One', 'Bea Two', 'Cleo Three', 'Dina Four', 'Ella Five']
export const toHostName = (host: number) => hostNames[host % HOSTS] ?? ''
export const CAPTAIN_NAME = 'Captain Prove'

/** Creates the people, the same number for each way. */
export function createPeople(perWay: number): Person[] {
  return ways.flatMap(way => Array.from({ length: perWay }, (_, index) => createPerson(way, index)))
}

function createPerson(way: Way, index: number): Person {
  const story = stories[way][index % stories[way].length] as Story
  const holder = way === 'badge' ? holders[index % holders.length] : undefined
  const isVisitor = way === 'kiosk' || way === 'host' || way === 'hand'
  const hasAccount = !isVisitor && holder !== 'guest' && holder !== 'unknown'
  const label = `${way[0]?.toUpperCase()}${way.slice(1)}`
  const name = `${label} Person${String(index).padStart(3, '0')}`
  const number = `${way[0]}-${String(index).padStart(4, '0')}`.toUpperCase()
  const company = isVisitor || holder === 'guest' ? `Firm ${index % 7}` : ''
  // Whoever comes by one of the stories uses the kiosk and the poster in turn.
  const hasPoster = way === 'kiosk' && Math.floor(index / stories.kiosk.length) % 2 === 1
  const isOnRoll = story.why !== undefined || story.whyLater !== undefined
  const hasBadge = [...(story.readings ?? []), ...(story.later?.readings ?? [])].some(it => 'badge' in it)
  const hasSecond = holder === 'member' && story.readings?.some(it => 'badge' in it && it.second)
  return {
    ...story,
    ...{ name, way, index, hasAccount, holder, hasPoster, company, host: index % HOSTS },
    app: trackerApps[index % trackerApps.length] ?? 'owntracks',
    badges: hasBadge ? [number, ...(hasSecond ? [`${number}-2`] : [])] : [],
    hasKiosk: way === 'host' && index % 3 === 0,
    rollName:
      holder === 'guest' ? `${name} (${company})` : holder === 'unknown' ? `Badge ${number} (unknown)` : name,
    answer: isOnRoll ? chooseAnswer({ way, index, story, hasAccount, hasPoster }) : answers.captain,
  }
}

type Chooser = { way: Way; index: number; story: Story; hasAccount: boolean; hasPoster: boolean }

function chooseAnswer({ way, index, story, hasAccount, hasPoster }: Chooser): Answer {
  if (story.later?.visit?.includes('signOut'))
    return { by: 'sign out', state: 'not_on_site', how: hasPoster ? 'own' : 'captain', disputed: false }
  const kind = hasPoster ? 'poster' : hasAccount ? (way as 'phone' | 'tracker' | 'badge') : undefined
  const choices = kind && turns[kind]
  // The people of one story use all answers in turn.
  return answers[choices?.[Math.floor(index / 3) % choices.length] ?? 'captain']
}
