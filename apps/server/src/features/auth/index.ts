/** What other features read and do of signing in. */

export { authPersonalData } from './auth.personal-data.ts'
export { holdsVerified, readOwnProfile } from './auth.queries.ts'
export type { Auth } from './auth.ts'
export { profileView } from './auth.view.ts'
export { askForEmail } from './email-change/change-email.ts'
export { hashSecret, verifySecret } from './hashing.ts'
export { createSignUpLink } from './sign-up-links.ts'
