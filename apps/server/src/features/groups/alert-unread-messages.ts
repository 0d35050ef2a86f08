import type { Write } from '../../live/write.ts'
import { rewordAlerts } from '../alerts/index.ts'
import { unreadInGroupAlert } from './groups.alerts.ts'
import { listUnreadGroups, markFurtherUnread, markNewlyUnread, type UnreadRow } from './unread.queries.ts'

/** Time (ms) after which an unread message raises an alert. */
const groupUnreadAlertMs = 30_000

/**
 * Alerts members to messages they have not read for a while, with one alert per group. While the alert is unread, it counts further
 * messages silently; once the person has read the group, a new alert replaces it. Returns the number of people alerted. Runs as the
 * database owner.
 */
export async function alertUnreadMessages(its: Write): Promise<number> {
  const alertedBefore = await markFurtherUnread(its.tx)
  const newlyUnread = await markNewlyUnread(its.tx, groupUnreadAlertMs)
  const groups = await listUnreadGroups(
    its.tx,
    [...alertedBefore, ...newlyUnread].map(row => row.groupId),
  )
  const createAlerts = (rows: readonly UnreadRow[]) =>
    rows.flatMap(({ groupId, messages, people }) => {
      const group = groups.get(groupId)
      return group ? [unreadInGroupAlert(group, { messages, newest: group.newest }, people)] : []
    })
  await rewordAlerts(its, createAlerts(alertedBefore))
  for (const alert of createAlerts(newlyUnread)) its.alert(alert)
  return newlyUnread.reduce((total, { people }) => total + people.length, 0)
}
