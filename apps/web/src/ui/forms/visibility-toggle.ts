import { t } from '@lingui/core/macro'
/** Props for the visibility button in a password field. Unlike the library's default, it is reachable by keyboard. */
export const visibilityToggleProps = { 'aria-label': t`Show or hide password`, tabIndex: 0 }
