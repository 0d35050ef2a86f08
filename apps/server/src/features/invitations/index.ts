/** What invitations to a zone mean for signing up. */
export { admitsSignUp, joinAfterSignUp, withCountedUse } from './use-invitation.ts'
