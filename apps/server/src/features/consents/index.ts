/** What other features note and ask of consent to being located. */

export { consentsPersonalData } from './consents.personal-data.ts'
export { readConsent } from './consents.queries.ts'
export { noteConsent } from './note-consent.ts'
