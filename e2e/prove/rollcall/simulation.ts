import type { ClaimHow, PersonState } from '@muster/domain/emergency.ts'
import { createRandom } from './random.ts'

/** What a simulated person, captain or administrator does. Times are in milliseconds since the declaration. */
export type Act = {
  /** When it happens, which is what counts. */
  readonly at: number
  /** When the phone next has a network. Equal to `at` for those who are online. */
  readonly sentAt: number
  /** The index of the person it is about. */
  readonly person: number
} & (
  | { readonly kind: 'answer'; readonly state: 'safe' | 'help' }
  | { readonly kind: 'mark'; readonly captain: number; readonly state: PersonState; readonly point: number }
  | { readonly kind: 'arrive'; readonly point: number }
  | { readonly kind: 'comeIn' }
  | { readonly kind: 'addByHand'; readonly captain: number }
  | { readonly kind: 'unlink' | 'move' | 'delete' }
)

/** A claim that must be on the roll exactly once. */
export type ExpectedClaim = { readonly how: ClaimHow; readonly state: PersonState; readonly at: number }

/** A person, with how they must stand on the final list. */
export type SimulatedPerson = {
  readonly name: string
  readonly origin: 'inside' | 'newcomer' | 'by hand'
  readonly state: PersonState
  readonly disputed: boolean
  readonly claims: readonly ExpectedClaim[]
}

export type Simulation = {
  readonly people: readonly SimulatedPerson[]
  /** In the order in which the acts reach the server. */
  readonly acts: readonly Act[]
}

type Options = {
  readonly people: number
  readonly captains: number
  readonly points: number
  readonly seed: number
  /** The length of the roll call in milliseconds. */
  readonly durationMs: number
  /** The shortest time between two contradictory statements about one person. */
  readonly gapMs: number
}

type Happening =
  | { readonly kind: 'answer'; readonly state: 'safe' | 'help' }
  | { readonly kind: 'mark'; readonly state: PersonState }
  | { readonly kind: 'arrive' | 'comeIn' | 'addByHand' | 'unlink' | 'move' | 'delete' }

/**
 * What may happen to somebody, and the state that a human reader of the story would write down. The outcomes are written by hand and
 * not derived with the product's own rules.
 */
type Story = {
  readonly share: number
  readonly happens: readonly Happening[]
  readonly ends: PersonState
  readonly disputed?: boolean
}

const answer = (state: 'safe' | 'help') => ({ kind: 'answer', state }) as const
const mark = (state: PersonState) => ({ kind: 'mark', state }) as const
const arrive = { kind: 'arrive' } as const

const stories: readonly Story[] = [
  { share: 30, happens: [answer('safe')], ends: 'safe' },
  { share: 34, happens: [mark('safe')], ends: 'safe' },
  { share: 14, happens: [arrive], ends: 'safe' },
  { share: 4, happens: [answer('help'), mark('safe')], ends: 'safe', disputed: true },
  { share: 2, happens: [answer('help'), answer('safe')], ends: 'safe' },
  { share: 2, happens: [answer('help')], ends: 'help' },
  // Whoever calls for help and is carried to the point, or overlooked by a captain, still needs help.
  { share: 1, happens: [answer('help'), arrive], ends: 'help' },
  { share: 1, happens: [answer('help'), mark('missing')], ends: 'help', disputed: true },
  { share: 1, happens: [mark('safe'), answer('help')], ends: 'help', disputed: true },
  // Sent back in, and not seen since.
  { share: 2, happens: [mark('safe'), mark('missing')], ends: 'missing' },
  { share: 1, happens: [answer('safe'), mark('missing')], ends: 'missing', disputed: true },
  { share: 1, happens: [mark('elsewhere'), answer('safe')], ends: 'safe', disputed: true },
  { share: 1, happens: [mark('elsewhere')], ends: 'elsewhere' },
  { share: 2, happens: [mark('not_on_site')], ends: 'not_on_site' },
  { share: 1, happens: [mark('safe'), mark('safe')], ends: 'safe' },
  { share: 3, happens: [], ends: 'missing' },
]

/** Ten people whose account or membership changes meanwhile; the list must not notice. */
const removals: readonly Story[] = [
  { share: 1, happens: [{ kind: 'delete' }], ends: 'missing' },
  { share: 1, happens: [mark('safe'), { kind: 'delete' }], ends: 'safe' },
  { share: 1, happens: [{ kind: 'delete' }, mark('safe')], ends: 'safe' },
  { share: 1, happens: [answer('help'), { kind: 'delete' }], ends: 'help' },
  { share: 1, happens: [{ kind: 'unlink' }], ends: 'missing' },
  { share: 1, happens: [{ kind: 'unlink' }, answer('safe')], ends: 'safe' },
  { share: 1, happens: [answer('safe'), { kind: 'unlink' }], ends: 'safe' },
  { share: 1, happens: [{ kind: 'move' }, mark('safe')], ends: 'safe' },
  { share: 1, happens: [{ kind: 'move' }, answer('help')], ends: 'help' },
  { share: 1, happens: [{ kind: 'move' }], ends: 'missing' },
]
const newcomer: Story = { share: 1, happens: [{ kind: 'comeIn' }, answer('safe')], ends: 'safe' }
const byHand: Story = { share: 1, happens: [{ kind: 'addByHand' }, mark('safe')], ends: 'safe' }

/** One newcomer and one visitor for this many people. */
const PEOPLE_PER_NEWCOMER = 100
const PEOPLE_PER_VISITOR = 500
/** The shares of the duration in which acts happen, and for which a phone is offline at least and at most. */
const LAST_START = 0.7
const OFFLINE = { least: 0.07, most: 0.27 }

/**
 * Simulates a roll call: what everybody does, when their phone reaches the server, and how the list must end. Half of the phones of
 * people and captains are offline when they are used. The same seed gives the same roll call.
 */
export function simulateRollCall(options: Options): Simulation {
  const random = createRandom(options.seed)
  const people: SimulatedPerson[] = []
  const acts: Act[] = []
  const add = (story: Story, origin: SimulatedPerson['origin']) => {
    const person = people.length
    const storyActs = playStory(story, person, options, random)
    acts.push(...storyActs)
    people.push({
      name: `Person ${String(person).padStart(5, '0')}`,
      origin,
      state: story.ends,
      disputed: story.disputed ?? false,
      claims: storyActs.flatMap(it => toClaim(it, story)),
    })
  }
  const storyAt = (share: number) => {
    let rest = share
    for (const story of stories) {
      rest -= story.share
      if (rest < 0) return story
    }
    return stories[0] as Story
  }
  for (const story of removals) add(story, 'inside')
  for (let n = removals.length; n < options.people; n++) add(storyAt(random() * 100), 'inside')
  for (let n = 0; n < options.people / PEOPLE_PER_NEWCOMER; n++) add(newcomer, 'newcomer')
  for (let n = 0; n < options.people / PEOPLE_PER_VISITOR; n++) add(byHand, 'by hand')
  return { people, acts: acts.toSorted((a, b) => a.sentAt - b.sentAt) }
}

function playStory(story: Story, person: number, options: Options, random: () => number): Act[] {
  const { durationMs, gapMs, captains, points } = options
  const pick = (count: number) => Math.floor(random() * count)
  let at = random() * LAST_START * durationMs
  const acts: Act[] = []
  for (const happening of story.happens) {
    const isOffline = random() < 0.5 && !isOnlineAct(happening, story)
    const offlineMs = isOffline ? (OFFLINE.least + random() * (OFFLINE.most - OFFLINE.least)) * durationMs : 0
    // Nobody can be removed, or use a phone that was signed out, while one of their earlier acts waits on the phone.
    const sentBefore = Math.max(0, ...acts.map(it => it.sentAt))
    const isRemoval = ['unlink', 'move', 'delete'].includes(happening.kind)
    if (isRemoval || acts.some(it => it.kind === 'comeIn' || it.kind === 'addByHand'))
      at = Math.max(at, sentBefore + gapMs)
    acts.push({
      ...{ at, sentAt: at + offlineMs, person },
      ...{ captain: pick(captains), point: pick(points) },
      ...happening,
    } as Act)
    at += gapMs + (random() * durationMs) / 20
  }
  return acts
}

/**
 * Acts of administrators, and readings that open something, happen online. So do calls for help before an arrival, which is only news
 * as long as nobody has called.
 */
const isOnlineAct = ({ kind }: Happening, { happens }: Story) =>
  ['unlink', 'move', 'delete', 'comeIn'].includes(kind) ||
  (kind === 'answer' && happens.some(it => it.kind === 'arrive'))

/** An arrival of somebody who called for help leaves no claim, because it would not be news. */
function toClaim(act: Act, story: Story): ExpectedClaim[] {
  if (act.kind === 'answer') return [{ how: 'own', state: act.state, at: act.at }]
  if (act.kind === 'mark') return [{ how: 'captain', state: act.state, at: act.at }]
  const calledForHelp = story.happens.some(it => it.kind === 'answer' && it.state === 'help')
  if (act.kind === 'arrive' && !calledForHelp) return [{ how: 'point', state: 'safe', at: act.at }]
  return []
}
