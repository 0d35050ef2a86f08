/** The parts of sign-in that other features use. */

export { isPasswordStillVerified, readOwnProfile } from './auth.queries.ts'
export type { Auth } from './auth.ts'
export { profileView } from './auth.view.ts'
export { requestEmailChange as askForEmail } from './email-change/change-email.ts'
export { hashSecret, verifySecret } from './hashing.ts'
export { createSignUpLink } from './sign-up-links.ts'
