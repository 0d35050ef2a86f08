import { run } from '../../db/rows.ts'
import type { WriteContext } from '../../live/write.ts'
import { alertPeople } from './alert-people.ts'
import { emergencyDeclaredAlert } from './emergencies.alerts.ts'
import type { EmergencyRow } from './emergencies.queries.ts'

/** Calls accounts that came onto the roll of an open emergency, who are no longer asked whether they are there. */
export async function callAdded(
  context: WriteContext,
  emergency: EmergencyRow,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  await run(context.tx)`select delete_alerts(array(
    select id from user_alerts where source = ${`emergency:${emergency.id}:nearby`} and user_id = any(${[...userIds]}::uuid[])))`
  await alertPeople(context, emergency, userIds, emergencyDeclaredAlert)
}
