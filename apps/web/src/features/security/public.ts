/** The account status buttons and dialog used by the accounts feature. */
export { SetStatusesDialog } from './set-statuses-dialog.tsx'
export { StatusActs } from './status-acts.tsx'
