/** The dialog for creating a group, used by the broadcast form. */
export { QuickGroupDialog } from './create-group-dialog.tsx'
