import { clampClaimTime, deriveState, type PersonOutcome } from '@muster/domain/emergency.ts'
import type { WriteContext } from '../../live/write.ts'
import {
  insertClaims,
  type LockedPerson,
  lockPeople,
  type NewClaim,
  readClaims,
  updateStates,
} from './claims.queries.ts'
import { emergencyHelpAlert, visitorsHelpAlert } from './emergencies.alerts.ts'
import { declarer, helpersOnSite } from './emergencies.audience.ts'
import { publishHelp, publishProgress } from './emergencies.events.ts'
import type { EmergencyRow } from './emergencies.queries.ts'

/**
 * How those who look after people learn of calls for help: of each one, of several visitors' calls as one, or on the board only.
 */
export type HelpAlerts = 'each' | 'together' | 'none'

type ClaimForm = Omit<NewClaim, 'emergencyId' | 'happenedAt'> & {
  readonly at: (personId: string) => Date
  readonly helpAlerts?: HelpAlerts
}
type ClaimedPerson = { readonly person: LockedPerson; readonly outcome: PersonOutcome }

/**
 * Records what somebody says about people on the roll, derives their states again from all claims, and alerts those who look after
 * them when somebody begins or ceases to need help. A repeated request changes nothing. Claims are also accepted after the all
 * clear, because phones may have been without a network. An arrival counts only for people who are missing, because another node or
 * a captain may have been faster. Runs as the database owner. Returns the people about whom it was said.
 */
export async function recordClaims(
  context: WriteContext,
  emergency: EmergencyRow,
  personIds: readonly string[],
  { at, helpAlerts = 'each', ...form }: ClaimForm,
): Promise<ClaimedPerson[]> {
  const { tx, alert } = context
  const lockedPeople = await lockPeople(tx, emergency.id, [...new Set(personIds)])
  const people =
    form.how === 'point' ? lockedPeople.filter(it => isNewsAboutMissing(it, at(it.id))) : lockedPeople
  if (people.length === 0) return []
  const bounds = { declaredAt: emergency.declared_at.getTime(), now: Date.now() }
  const happenedAt = (personId: string) => new Date(clampClaimTime(at(personId).getTime(), bounds))
  const newIds = new Set(await insertClaims(tx, people, { ...form, emergencyId: emergency.id, happenedAt }))
  const claims = await readClaims(
    tx,
    people.map(it => it.id),
  )
  const claimedPeople = people.map(person => ({ person, outcome: deriveState(claims.get(person.id) ?? []) }))
  const changedPeople = claimedPeople.filter(({ person }) => newIds.has(person.id))
  await updateStates(tx, new Map(changedPeople.map(({ person, outcome }) => [person.id, outcome])))
  for (const { person, outcome } of changedPeople) {
    const needsHelp = outcome.state === 'help'
    if (needsHelp === (person.state === 'help')) continue
    publishHelp(context, emergency, person, needsHelp)
    const helpers = helpersOnSite(emergency.id, person.zone_id, person.user_id)
    for (const to of [helpers, declarer(emergency.id, person.user_id)])
      if (helpAlerts === 'each') alert(emergencyHelpAlert(emergency, { person, needsHelp }, to))
      else if (helpAlerts === 'together' && needsHelp) alert(visitorsHelpAlert(emergency, person, to))
  }
  if (changedPeople.length > 0)
    publishProgress(
      context,
      emergency,
      changedPeople.map(({ person }) => person.zone_id),
    )
  return claimedPeople
}

/** True if the reading is newer than what is known about a missing person. */
const isNewsAboutMissing = ({ state, state_at }: LockedPerson, seenAt: Date) =>
  state === 'missing' && (state_at === null || seenAt > state_at)
