export { AddPeopleToGroupDialog } from './add-people-to-group-dialog.tsx'
export { QuickGroupDialog } from './create-group-dialog.tsx'
export { GroupsUnreadBadge, useGroupCounts } from './groups-unread-badge.tsx'
