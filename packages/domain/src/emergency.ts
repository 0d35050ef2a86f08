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

/** True if nobody has to look for a person in this state. */
export const isAccounted = (state: PersonState): boolean => state !== 'missing' && state !== 'help'

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
