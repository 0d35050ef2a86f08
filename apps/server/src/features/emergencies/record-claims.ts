import { clampClaimTime, type PersonOutcome, toAnswerTime } from '@muster/domain/claims.ts'
import { pluck } from '../../db/rows.ts'
import type { Alert, WriteContext } from '../../live/write.ts'
import { alertByPage, readEmergencyByZone } from './alert-people.ts'
import {
  insertClaims,
  type LockedPerson,
  lockPeople,
  type NewClaim,
  readOutcomes,
  updateStates,
} from './claims.queries.ts'
import {
  emergencyHelpAlert,
  emergencyHelpsAlert,
  type HelpTurn,
  visitorsHelpAlert,
} from './emergencies.alerts.ts'
import { declarer, helpersOnSite } from './emergencies.audience.ts'
import { publishHelp, publishProgress } from './emergencies.events.ts'
import { type EmergencyRow, requireEmergency, toOrderedAt } from './emergencies.queries.ts'

/** One alert for each call for help, one for several visitors' calls, or none: they are on the board only. */
export type HelpAlerts = 'each' | 'together' | 'none'

type ClaimForm = Omit<NewClaim, 'emergencyId' | 'happenedAt'> & {
  readonly at: (personId: string) => Date
  /** The instant of the order to which this is an answer, if that is known. */
  readonly orderedAt?: string | undefined
  readonly helpAlerts?: HelpAlerts
}
type ClaimedPerson = { readonly person: LockedPerson; readonly outcome: PersonOutcome }

/**
 * Derives states again from all claims and alerts carers when help begins or ceases to be needed. Repeatable, also after the all
 * clear, because phones may have no network. Arrivals count only for those neither safe nor in need, entries only for those said to
 * be away: another node may have been faster. Returns the people.
 */
export async function recordClaims(
  context: WriteContext,
  emergency: EmergencyRow,
  personIds: readonly string[],
  { at, orderedAt, helpAlerts = 'each', ...form }: ClaimForm,
): Promise<ClaimedPerson[]> {
  const { tx } = context
  const lockedPeople = await lockPeople(tx, emergency.id, [...new Set(personIds)])
  const people = lockedPeople.filter(it => {
    if (form.how === 'point') return it.state !== 'safe' && it.state !== 'help'
    return form.how !== 'entry' || isNewsAboutAway(it, at(it.id))
  })
  if (people.length === 0) return []
  const bounds = { declaredAt: emergency.declared_at.getTime(), now: Date.now() }
  // Read again, because the order may have been changed until the people were locked.
  const current = orderedAt === undefined ? emergency : await requireEmergency(tx, emergency.id)
  const order = {
    state: form.state,
    answeredAt: Date.parse(orderedAt ?? ''),
    orderedAt: toOrderedAt(current).getTime(),
  }
  const happenedAt = (personId: string) => {
    const time = clampClaimTime(at(personId).getTime(), bounds)
    return new Date(orderedAt ? toAnswerTime(time, order) : time)
  }
  const newIds = new Set(await insertClaims(tx, people, { ...form, emergencyId: emergency.id, happenedAt }))
  const readOutcome = await readOutcomes(tx, pluck(people, 'id'))
  const claimedPeople = people.map(person => ({ person, outcome: readOutcome(person.id) }))
  const changedPeople = claimedPeople.filter(({ person }) => newIds.has(person.id))
  await updateStates(tx, new Map(changedPeople.map(({ person, outcome }) => [person.id, outcome])))
  await alertHelpers(
    context,
    emergency,
    changedPeople.filter(({ person, outcome }) => (outcome.state === 'help') !== (person.state === 'help')),
    helpAlerts,
  )
  if (changedPeople.length > 0)
    publishProgress(
      context,
      emergency,
      changedPeople.map(({ person }) => person.zone_id),
    )
  return claimedPeople
}

/** Maximum people of a zone about whom one request sends an alert each. */
const MAX_ALERTS = 10

/** About each or, for many of a zone at once, how many: writing all these alerts would hold up what these people say themselves. */
async function alertHelpers(
  context: WriteContext,
  emergency: EmergencyRow,
  changedPeople: readonly ClaimedPerson[],
  helpAlerts: HelpAlerts,
): Promise<void> {
  if (changedPeople.length === 0) return
  const alert = (its: Alert) => alertByPage(context, emergency.id, its)
  // Whoever declared it may open the board.
  const alertDeclarer = (its: Alert) => context.alert({ ...its, about: { ...its.about, opens: 'board' } })
  for (const { person, outcome } of changedPeople)
    publishHelp(context, emergency, person, outcome.state === 'help')
  if (helpAlerts === 'none') return
  const groups = Map.groupBy(changedPeople, ({ person, outcome }) => `${person.zone_id} ${toTurn(outcome)}`)
  const findKnown = await readEmergencyByZone(context, emergency)
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const turn = toTurn(first.outcome)
    const zoneId = first.person.zone_id
    const known = findKnown(zoneId)
    if (helpAlerts === 'together') {
      if (turn !== 'help') continue
      await alert(visitorsHelpAlert(known, first.person, helpersOnSite(emergency.id, zoneId, null)))
      alertDeclarer(visitorsHelpAlert(emergency, first.person, declarer(emergency.id, null)))
    } else if (group.length > MAX_ALERTS) {
      const calls = { zoneId, people: group.length, turn }
      await alert(emergencyHelpsAlert(known, calls, helpersOnSite(emergency.id, zoneId, null)))
      alertDeclarer(emergencyHelpsAlert(emergency, calls, declarer(emergency.id, null)))
    } else
      for (const { person } of group) {
        const helpers = helpersOnSite(emergency.id, zoneId, person.user_id)
        await alert(emergencyHelpAlert(known, { person, turn }, helpers))
        alertDeclarer(emergencyHelpAlert(emergency, { person, turn }, declarer(emergency.id, person.user_id)))
      }
  }
}

/** Only that somebody is safe ends a call for help; with another state, it was taken back. */
const toTurn = ({ state }: PersonOutcome): HelpTurn =>
  state === 'help' || state === 'safe' ? state : 'undone'

/** True if the reading inside is newer than the statement that the person is elsewhere or not on site. */
const isNewsAboutAway = ({ state, state_at }: LockedPerson, enteredAt: Date) =>
  (state === 'elsewhere' || state === 'not_on_site') && state_at !== null && enteredAt > state_at
