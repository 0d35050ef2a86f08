/** The public interface of the groups feature. */
export { QuickGroupDialog } from './create-group-dialog.tsx'
