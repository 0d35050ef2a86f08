/** Exports of location consent for other features. */
export { readConsent } from './consents.queries.ts'
export { noteConsent } from './note-consent.ts'
