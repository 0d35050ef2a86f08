/** Exports of location consent for other features. */
export { deleteConsents, readConsent } from './consents.queries.ts'
export { noteConsent } from './note-consent.ts'
