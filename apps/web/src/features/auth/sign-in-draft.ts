import { guestOwner, openDraft } from '../../lib/drafts/draft-store.ts'

/** The email address typed at the sign-in, used as the initial value of Forgot Password. */
export const signInDraft = openDraft<{ email: string }>('sign-in', guestOwner)
