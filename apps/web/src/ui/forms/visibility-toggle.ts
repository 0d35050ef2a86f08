import { t } from '@lingui/core/macro'
/** The button in a password field; reachable by keyboard, which the library's own default is not. */
export const visibilityToggle = { 'aria-label': t`Show or hide password`, tabIndex: 0 }
