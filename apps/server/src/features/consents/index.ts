/** What other features note and ask of consent to being located. */
export { readConsent } from './consents.queries.ts'
export { noteConsent } from './note-consent.ts'
