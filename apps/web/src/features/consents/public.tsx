export { AfterConsent, ConsentDialog } from './after-consent.tsx'
export { ConsentCard } from './consent-card.tsx'
export { ConsentNote } from './consent-note.tsx'
export { ConsentWithdrawn } from './consent-withdrawn.tsx'
