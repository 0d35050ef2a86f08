/** The parts of sign-in that other features use. */

export { isPasswordStillVerified, readOwnProfile } from './auth.queries.ts'
export type { Auth } from './auth.ts'
export { profileView } from './auth.view.ts'
export { requestEmailChange as askForEmail } from './email-change/change-email.ts'
export { deleteSignIn, insertSignIn, lockSignIns } from './sign-ins.queries.ts'
export { createSignUpLink } from './sign-up-links.ts'
export { deleteSecondFactors } from './two-step/two-step.queries.ts'
