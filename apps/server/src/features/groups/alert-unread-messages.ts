import type { Write } from '../../live/write.ts'
import { rewordAlerts } from '../alerts/index.ts'
import { unreadInGroup } from './groups.alerts.ts'
import { listUnreadGroups, markAlertedFurther, markBehind, type UnreadRow } from './unread.queries.ts'

/** Time (ms) after which an unread message raises an alert. */
const groupUnreadAlertMs = 30_000

/**
 * Alerts members who have not read a group for a while, once per group. An unread alert counts further messages silently; once the
 * person has read the group, a new alert replaces it. Runs as the database owner; returns the number of people alerted.
 */
export async function alertUnreadMessages(its: Write): Promise<number> {
  const further = await markAlertedFurther(its.tx)
  const behind = await markBehind(its.tx, groupUnreadAlertMs)
  const groups = await listUnreadGroups(
    its.tx,
    [...further, ...behind].map(row => row.groupId),
  )
  const alerts = (rows: readonly UnreadRow[]) =>
    rows.flatMap(({ groupId, messages, people }) => {
      const group = groups.get(groupId)
      return group ? [unreadInGroup(group, { messages, newest: group.newest }, people)] : []
    })
  await rewordAlerts(its, alerts(further))
  for (const alert of alerts(behind)) its.alert(alert)
  return behind.reduce((all, { people }) => all + people.length, 0)
}
