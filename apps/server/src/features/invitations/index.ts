/** What invitations to a zone mean for signing up. */
export { admitsSignUp, joinAfterSignUp } from './use-invitation.ts'
