import type { WriteContext } from '../../live/write.ts'
import { alertOthers, alertPeople } from './alert-people.ts'
import { loadNames } from './captains/captain-list.queries.ts'
import { captainNeededAlert, emergencyDeclaredAlert, emergencyLeadAlert } from './emergencies.alerts.ts'
import { captainsNotCalled, leaders, peopleOnRoll } from './emergencies.audience.ts'
import type { EmergencyRow } from './emergencies.queries.ts'

/**
 * Calls everybody on the roll of a new emergency, and tells captains and those who lead. Other members are asked once everybody who
 * is inside by badge is on the roll too (`noteBadges`).
 */
export async function callPeople(
  context: Pick<WriteContext, 'tx' | 'alert'>,
  emergency: EmergencyRow,
): Promise<void> {
  const { id, declared_by } = emergency
  await alertPeople(context, emergency, peopleOnRoll(id), emergencyDeclaredAlert)
  await alertOthers(context, emergency, captainsNotCalled(id), captainNeededAlert)
  const { name } = (await loadNames(context.tx, [declared_by]))(declared_by)
  await alertOthers(context, emergency, leaders(id), (it, to) => emergencyLeadAlert(it, name, to))
}
