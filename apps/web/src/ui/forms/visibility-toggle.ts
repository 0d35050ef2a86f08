/** The button in a password field; reachable by keyboard, which the library's own default is not. */
export const visibilityToggle = { 'aria-label': 'Show or hide password', tabIndex: 0 }
