/** The dialog for creating a group, used by the broadcast form. */
export { QuickGroupDialog } from './create-group-dialog.tsx'
export { GroupsUnreadBadge, useGroupCounts } from './groups-unread-badge.tsx'
