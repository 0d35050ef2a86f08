export { ConsentCard } from './consent-card.tsx'
export { ConsentNote } from './consent-note.tsx'
