/** Areas of a sweep list: not yet walked through, empty, or not reached. */
export const sweepStates = ['open', 'clear', 'not_reached'] as const
export type SweepState = (typeof sweepStates)[number]

/** Why a round of a team ended: everybody was confirmed, the next round was due, or the team ended. */
export const roundEnds = ['complete', 'next_due', 'ended'] as const
export type RoundEnd = (typeof roundEnds)[number]

/** Minutes from one round to the next unless the starter chooses otherwise. */
export const parIntervalMinutes = 20

/** Milliseconds for which a round is open at least, after the first one: a second tap of one captain opens no round after round. */
export const roundLeastMs = 60_000

/** The share of the time after which a round is nearly due. */
const nearShare = 0.8

/** A round of asking after the people of a team; times are in milliseconds. */
export type ParRound = { readonly number: number; readonly openedAt: number; readonly dueAt: number }

/** `running`, `near` from 80 % of the time, and `overdue` from the time at which everybody had to be confirmed. */
type ParPhase = 'running' | 'near' | 'overdue'

/** Returns how near a round is to the time at which everybody must be confirmed. `now` is in milliseconds. */
export function toParPhase({ openedAt, dueAt }: Pick<ParRound, 'openedAt' | 'dueAt'>, now: number): ParPhase {
  if (now >= dueAt) return 'overdue'
  return now >= openedAt + (dueAt - openedAt) * nearShare ? 'near' : 'running'
}

/** Returns the round that follows one closed at `closedAt`. All times are in milliseconds. */
export const toNextRound = (
  { number }: Pick<ParRound, 'number'>,
  closedAt: number,
  intervalMs: number,
): ParRound => ({ number: number + 1, openedAt: closedAt, dueAt: closedAt + intervalMs })

/**
 * By `now`, each when the next would be due. An overdue round stays open for one more interval. After `most` at once, because nobody
 * looked for days, the open round begins now.
 */
export function advanceRound(
  round: ParRound,
  { now, intervalMs, most }: { now: number; intervalMs: number; most: number },
): { closed: (ParRound & { closedAt: number })[]; open: ParRound } {
  const closed: (ParRound & { closedAt: number })[] = []
  let open = round
  while (now >= open.dueAt + intervalMs) {
    const closedAt = closed.length + 1 < most ? open.dueAt + intervalMs : now
    closed.push({ ...open, closedAt })
    open = toNextRound(open, closedAt, intervalMs)
  }
  return { closed, open }
}

/** A confirmation that a person of the team is well, in milliseconds. */
type ParConfirmation = { readonly personId: string; readonly happenedAt: number }

/** What a phone without a network confirmed in time counts whenever it arrives. */
export function findUnconfirmed(
  personIds: readonly string[],
  confirmations: Iterable<ParConfirmation>,
  closedAt: number | null,
): string[] {
  const confirmedIds = new Set<string>()
  for (const { personId, happenedAt } of confirmations)
    if (closedAt === null || happenedAt <= closedAt) confirmedIds.add(personId)
  return personIds.filter(id => !confirmedIds.has(id))
}
