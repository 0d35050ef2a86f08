/** Kinds of emergencies: leave, stay inside, stay away, and a question to everybody wherever they are. */
export const emergencyKinds = ['evacuate', 'shelter', 'keep_away', 'welfare'] as const
export type EmergencyKind = (typeof emergencyKinds)[number]

export const emergencyScopes = ['zone', 'zones', 'all'] as const
export type EmergencyScope = (typeof emergencyScopes)[number]

/** True if the emergency calls the people inside; otherwise it calls all members of the zone. */
export const callsPeopleInside = (kind: EmergencyKind): boolean => kind === 'evacuate' || kind === 'shelter'

/** The reasons why a person is on the roll, in the order in which they are shown. */
export const rollReasons = [
  'inside',
  'uncertain',
  'not_seen',
  'expected',
  'came_later',
  'off_site',
  'visitor',
  'badge',
  'by_hand',
] as const
export type RollReason = (typeof rollReasons)[number]

/** Nothing shows that they are on the site: called anywhere, or expected by the shift plan. Coming in changes the reason. */
export const isCalledOffSite = (why: RollReason): boolean => why === 'off_site' || why === 'expected'

/** The parts of the people on the site, by how that is known, and those who are called but not known to be there. */
export const rollGroups = ['phone', 'not_seen', 'visitor', 'badge', 'by_hand', 'off_site'] as const
export type RollGroup = (typeof rollGroups)[number]

/** The orders in which the people on a roll can be listed, within each section. */
export const rollSorts = ['name', 'unseen', 'zone'] as const
export type RollSort = (typeof rollSorts)[number]

/** The states of a person on the roll, most urgent first. */
export const personStates = ['help', 'missing', 'elsewhere', 'not_on_site', 'safe'] as const
export type PersonState = (typeof personStates)[number]

/** The states that people may say about themselves. */
export const ownStates = ['safe', 'help'] as const
export type OwnState = (typeof ownStates)[number]

/** The answers that people may give about themselves. A neutral one has words of its own, such as "I'm on my way". */
export const ownAnswers = [...ownStates, 'neutral'] as const
export type OwnAnswer = (typeof ownAnswers)[number]

/** What a claim can say: a state, a neutral answer, or that a call for help or a visitor's sign-out shortly before was a mistake. */
export const claimStates = [...personStates, 'neutral', 'undone'] as const
export type ClaimState = (typeof claimStates)[number]

/** `entry`: came in after "elsewhere" or "not on site"; `order`: a changed order asks everybody anew. */
export const claimHows = ['own', 'captain', 'point', 'entry', 'order'] as const
export type ClaimHow = (typeof claimHows)[number]

/**
 * How somebody left before an emergency: seen outside by phone, a visitor who was signed out, a visitor whose visit ended with the day,
 * or a badge that went out.
 */
export const leaveWays = ['phone', 'sign_out', 'day_end', 'badge'] as const

/** The accuracy in metres above which a reading does not tell on which side of a fence somebody is. */
export const uncertainAboveMeters = 50

/** Metres by which the possible place of somebody at an assembly point may reach beyond its circle. */
export const arrivalToleranceMeters = 10

/**
 * The time in milliseconds within which a call for help can be taken back by whoever made it. Longer than the screen offers it, because
 * the two requests may take different times.
 */
export const undoHelpMs = 60_000

/** A statement about a person that was not taken back. `happenedAt` is in milliseconds; `requestId` is made by the client. */
export type Claim = {
  readonly requestId: string
  readonly state: Exclude<ClaimState, 'undone'>
  readonly how: ClaimHow
  readonly happenedAt: number
  /** The words of a neutral answer. */
  readonly words?: string
}

type StateClaim = Claim & { readonly state: PersonState }

/** True if nobody has to look for a person in this state. */
export const isAccounted = (state: PersonState): boolean => state !== 'missing' && state !== 'help'

export type PersonOutcome = {
  readonly state: PersonState
  /** The claim that decided the state; undefined if nobody has said anything about it yet. */
  readonly claim: StateClaim | undefined
  /** In ms; undefined if missing or in need of help. A correction of where, such as safe to elsewhere, does not change it. */
  readonly accountedAt: number | undefined
  /** True if the person's own last claim and the last one of others differ. */
  readonly disputed: boolean
  /** The neutral answer of the person, unless they said something else since. */
  readonly answer: Claim | undefined
}

/**
 * Derives a person's state from all claims about them, in the order in which they happened, whatever the order of arrival.
 *
 * - Without a claim, the person is missing.
 * - A call for help stays until the person, or a captain who sees them, says that they are safe. Entering an assembly point does not
 *   end it, and neither does any other state. One that was taken back is not among the claims.
 * - A neutral answer changes no state: whoever is missing stays missing.
 * - Coming in makes missing again who was elsewhere or not on site, not who is safe. What others said before is outdated by it.
 * - A changed order makes missing again who was safe, and outdates all answers. It ends no call for help, and brings nobody back to the
 *   site who was elsewhere.
 * - Otherwise the last claim counts, dated with the first of those that said so without another between them. Of two claims at the same
 *   moment, a call for help is the later one.
 */
export function deriveState(claims: Iterable<Claim>): PersonOutcome {
  let decisive: StateClaim | undefined
  let accountedAt: number | undefined
  let lastOwn: PersonState | undefined
  let lastOfOthers: PersonState | undefined
  let answer: Claim | undefined
  for (const claim of toOrdered(claims)) {
    if (claim.how === 'order') {
      lastOwn = undefined
      lastOfOthers = undefined
      answer = undefined
      if (decisive?.state === 'safe') {
        decisive = { ...claim, state: 'missing' }
        accountedAt = undefined
      }
      continue
    }
    if (claim.how === 'own') answer = claim.state === 'neutral' ? claim : undefined
    if (claim.state === 'neutral') continue
    if (claim.how === 'own') lastOwn = claim.state
    else lastOfOthers = claim.how === 'entry' ? undefined : claim.state
    if (claim.how === 'entry' && decisive?.state === 'safe') continue
    // Whoever repeats what counts already changes neither the state nor its time.
    if (claim.state === decisive?.state) continue
    const endsHelp = claim.state === 'help' || (claim.state === 'safe' && claim.how !== 'point')
    if (decisive?.state === 'help' && !endsHelp) continue
    decisive = { ...claim, state: claim.state }
    accountedAt = isAccounted(claim.state) ? (accountedAt ?? claim.happenedAt) : undefined
  }
  return {
    state: decisive?.state ?? 'missing',
    claim: decisive,
    accountedAt,
    disputed: lastOwn !== undefined && lastOfOthers !== undefined && lastOwn !== lastOfOthers,
    answer,
  }
}

/** Sorts claims by time and drops repeated ones. */
function toOrdered(claims: Iterable<Claim>): Claim[] {
  const claimsById = new Map<string, Claim>()
  for (const claim of claims) claimsById.set(claim.requestId, claim)
  return [...claimsById.values()].sort(
    (one, other) =>
      one.happenedAt - other.happenedAt ||
      Number(one.state === 'help') - Number(other.state === 'help') ||
      (one.requestId < other.requestId ? -1 : 1),
  )
}

/** Returns the time of a claim, which is neither before the declaration nor in the future. All times are in milliseconds. */
export const clampClaimTime = (
  at: number,
  { declaredAt, now }: { declaredAt: number; now: number },
): number => Math.max(declaredAt, Math.min(at, now))

/** In ms: before the present order if it answers an earlier one, else after it. A call for help is one under any order. */
export function toAnswerTime(
  at: number,
  { state, answeredAt, orderedAt }: { state: ClaimState; answeredAt: number; orderedAt: number },
): number {
  if (answeredAt >= orderedAt) return Math.max(at, orderedAt + 1)
  return state === 'help' || state === 'undone' ? at : Math.min(at, orderedAt - 1)
}

/** Shares of the roll whose time the report names. */
export const accountedShares = [0.5, 0.9, 1] as const

/** Null if not reached. `times`: ms from the declaration until each was accounted for for good. */
export function findAccountedTimes(times: readonly number[], people: number): (number | null)[] {
  const sortedTimes = [...times].sort((one, other) => one - other)
  return accountedShares.map(share => {
    const needed = Math.ceil(people * share)
    return needed === 0 ? null : (sortedTimes[needed - 1] ?? null)
  })
}
