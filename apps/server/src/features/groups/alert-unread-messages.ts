import type { WriteContext } from '../../live/write.ts'
import { rewordAlerts } from '../alerts/index.ts'
import { unreadInGroupAlert } from './groups.alerts.ts'
import { listUnreadGroups, markFurtherUnread, markNewlyUnread, type UnreadRow } from './unread.queries.ts'

/** Time (ms) after which an unread message raises an alert. */
const groupUnreadAlertDelayMs = 30_000

/** One per group, counting further messages silently while unread; once the group is read, a new alert replaces it. */
export async function alertUnreadMessages(its: WriteContext): Promise<number> {
  const furtherUnread = await markFurtherUnread(its.tx)
  const newlyUnread = await markNewlyUnread(its.tx, groupUnreadAlertDelayMs)
  const groupsById = await listUnreadGroups(
    its.tx,
    [...furtherUnread, ...newlyUnread].map(row => row.groupId),
  )
  const createAlerts = (rows: readonly UnreadRow[]) =>
    rows.flatMap(({ groupId, messages, people }) => {
      const group = groupsById.get(groupId)
      return group ? [unreadInGroupAlert(group, { messages, newest: group.newest }, people)] : []
    })
  await rewordAlerts(its, createAlerts(furtherUnread))
  for (const alert of createAlerts(newlyUnread)) its.alert(alert)
  return newlyUnread.reduce((total, { people }) => total + people.length, 0)
}
