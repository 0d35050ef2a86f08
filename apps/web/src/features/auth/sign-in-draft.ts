import { guestOwner, openDraft } from '../../lib/drafts/draft-store.ts'

/** The draft of the email address, shared by the sign-in and Forgot Password forms. */
export const signInDraft = openDraft<{ email: string }>('sign-in', guestOwner)
