/** The dialogs that add people to a group or create one, used by the broadcast form and the lists of people. */
export { AddPeopleToGroupDialog } from './add-people-to-group-dialog.tsx'
export { QuickGroupDialog } from './create-group-dialog.tsx'
export { GroupsUnreadBadge, useGroupCounts } from './groups-unread-badge.tsx'
