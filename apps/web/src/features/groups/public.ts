/** What other features use of groups. */
export { QuickGroupDialog } from './create-group-dialog.tsx'
