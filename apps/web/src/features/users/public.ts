/** The people components and helpers used by the shell and other features. */

export { AddUserDialog } from './add-user-dialog.tsx'
export { CallButton } from './call-button.tsx'
export { DayButton } from './day-button.tsx'
export { InZoneOfAddress } from './in-zone-of-address.tsx'
export { MemberAnywhere } from './member-anywhere.tsx'
export { MemberDrawer } from './member-drawer.tsx'
export { UserCodeShare } from './user-code-share.tsx'
export { UsersInZoneDialog } from './users-in-zone-dialog.tsx'
export { ZoneDayButton } from './zone-day-button.tsx'
export { formatName } from './zone-user-words.ts'
