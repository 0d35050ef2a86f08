import { draftOf, guest } from '../../lib/drafts/draft-store.ts'

/** The address typed at the sign-in, which Forgot Password begins with. */
export const signInDraft = draftOf<{ email: string }>('sign-in', guest)
