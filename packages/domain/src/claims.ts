import { type ClaimHow, type ClaimState, isAccounted, type PersonState } from './emergency.ts'
import { limits } from './limits.ts'

/**
 * The time in milliseconds within which a call for help can be taken back by whoever made it. Longer than the screen offers it, because
 * the two requests may take different times.
 */
export const undoHelpMs = 60_000

/** A statement about a person, as it was stored. Times are in milliseconds; `requestId` is made by the client. */
export type Claim = {
  readonly requestId: string
  readonly state: ClaimState
  readonly how: ClaimHow
  readonly happenedAt: number
  readonly receivedAt: number
  /** The words of a neutral answer. */
  readonly words?: string
  /** The request that `undone` takes back. */
  readonly undoes?: string | null
  readonly place?: string
  readonly claimedBy?: string | null
}
type StandingClaim = Claim & { readonly state: Exclude<ClaimState, 'undone'> }
type StateClaim = Claim & { readonly state: PersonState }

export type PersonOutcome = {
  readonly state: PersonState
  /** The claim that decided the state; undefined if nobody has said anything about it yet. */
  readonly claim: StateClaim | undefined
  /** In ms; undefined if missing or in need of help. A correction of where, such as safe to elsewhere, does not change it. */
  readonly accountedAt: number | undefined
  /** True if the person's own last claim and the last one of others differ. */
  readonly disputed: boolean
  /** What the person said last to the order that counts now. A call for help answers every order. */
  readonly own: StandingClaim | undefined
  /** That, if it is a neutral answer. */
  readonly answer: Claim | undefined
  /** The calls for help, also those that were taken back, and the claims that did so. */
  readonly calls: readonly Claim[]
  /** What captains and managers said after the end. */
  readonly corrections: readonly StateClaim[]
}

/** What happened after the all clear and did not arrive before its record is a correction. In milliseconds. */
export type ClaimsEnd = { readonly allClearAt: number; readonly recordedAt: number } | null

type Bounds = {
  /** When the order that counts now was given, if it was changed: people who came later have no claim about it. In milliseconds. */
  readonly orderedAt?: number | null
  /** Set it to leave corrections out. */
  readonly end?: ClaimsEnd
}

/**
 * Derives a person's state from the claims that count about them, in the order in which they happened, whatever the order of arrival.
 *
 * - Without a claim, the person is missing.
 * - A claim that was taken back does not count, and neither does the one that did so.
 * - A call for help stays until the person, or a captain who sees them, says that they are safe. Entering an assembly point does not
 *   end it, and neither does any other state.
 * - A neutral answer changes no state: whoever is missing stays missing.
 * - Coming in makes missing again who was elsewhere or not on site, not who is safe. What others said before is outdated by it.
 * - A changed order makes missing again who was safe, and outdates all answers. It ends no call for help, and brings nobody back to the
 *   site who was elsewhere.
 * - Otherwise the last claim counts, dated with the first of those that said so without another between them. Of two claims at the same
 *   moment, a call for help is the later one.
 */
export function deriveState(claims: Iterable<Claim>, bounds: Bounds = {}): PersonOutcome {
  let decisive: StateClaim | undefined
  let accountedAt: number | undefined
  let lastOwn: PersonState | undefined
  let lastOfOthers: PersonState | undefined
  let own: StandingClaim | undefined
  let lastCall: StandingClaim | undefined
  const { counting, calls, corrections } = sortClaims(claims, bounds)
  for (const claim of counting) {
    if (claim.how === 'order') {
      lastOwn = undefined
      lastOfOthers = undefined
      own = lastCall
      if (decisive?.state === 'safe') {
        decisive = { ...claim, state: 'missing' }
        accountedAt = undefined
      }
      continue
    }
    if (claim.how === 'own') own = claim
    if (claim.how === 'own' && claim.state === 'help') lastCall = claim
    if (claim.state === 'neutral') continue
    if (claim.how === 'own') lastOwn = claim.state
    else lastOfOthers = claim.how === 'entry' ? undefined : claim.state
    if (claim.how === 'entry' && decisive?.state === 'safe') continue
    // Whoever repeats what counts already changes neither the state nor its time.
    if (claim.state === decisive?.state) continue
    const endsHelp = claim.state === 'help' || (claim.state === 'safe' && claim.how !== 'point')
    if (decisive?.state === 'help' && !endsHelp) continue
    if (claim.state === 'safe') lastCall = undefined
    decisive = { ...claim, state: claim.state }
    accountedAt = isAccounted(claim.state) ? (accountedAt ?? claim.happenedAt) : undefined
  }
  return {
    state: decisive?.state ?? 'missing',
    claim: decisive,
    accountedAt,
    disputed: lastOwn !== undefined && lastOfOthers !== undefined && lastOwn !== lastOfOthers,
    own,
    answer: own?.state === 'neutral' ? own : undefined,
    calls,
    corrections,
  }
}

/** Takes each claim once, in the order in which they happened, and finds those that count. */
function sortClaims(claims: Iterable<Claim>, { orderedAt, end }: Bounds) {
  const claimsById = new Map<string, Claim>()
  for (const claim of claims) claimsById.set(claim.requestId, claim)
  if (orderedAt && !claimsById.values().some(it => it.how === 'order' && it.happenedAt === orderedAt)) {
    const times = { happenedAt: orderedAt, receivedAt: orderedAt }
    claimsById.set('', { requestId: '', state: 'missing', how: 'order', ...times })
  }
  const all = [...claimsById.values()].sort(
    (one, other) =>
      one.happenedAt - other.happenedAt ||
      Number(one.state === 'help') - Number(other.state === 'help') ||
      (one.requestId < other.requestId ? -1 : 1),
  )
  const undoneIds = new Set(all.map(it => it.undoes))
  const standing = all.filter(
    (it): it is StandingClaim => it.state !== 'undone' && !undoneIds.has(it.requestId),
  )
  // The record was dated within the millisecond.
  const isUntilEnd = (it: Claim) => !end || it.happenedAt <= end.allClearAt || it.receivedAt < end.recordedAt
  const isCall = (it: Claim | undefined) => it?.state === 'help'
  return {
    counting: standing.filter(isUntilEnd),
    calls: all.filter(it => isUntilEnd(it) && (isCall(it) || isCall(claimsById.get(it.undoes ?? '')))),
    corrections: standing.filter(
      (it): it is StateClaim => it.how === 'captain' && it.state !== 'neutral' && !isUntilEnd(it),
    ),
  }
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

/** True for what was done before the all clear; phones without a network send it later, but not unbelievably late. In ms. */
export const isInTime = (
  { allClearAt }: { readonly allClearAt: number | null },
  at: number,
  now: number,
): boolean => allClearAt === null || (at <= allClearAt && at >= now - limits.heldTickMs)

type TimeOfEmergency = {
  readonly zoneIds: readonly string[]
  readonly declaredAt: number
  readonly allClearAt: number | null
}

/**
 * True if a captain's tick belongs to an emergency that the phone may not have known of yet: one of the same zone and time. One of
 * another zone is another event. All times are in milliseconds.
 */
export const matchesTick = (
  { zoneIds, declaredAt, allClearAt }: TimeOfEmergency,
  { zoneId, at }: { readonly zoneId: string; readonly at: number },
): boolean =>
  zoneIds.includes(zoneId) &&
  at >= declaredAt - limits.earlyTickMs &&
  (allClearAt === null || at <= allClearAt)
