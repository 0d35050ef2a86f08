/** How an attempt to sign in ended: `failed` with a wrong password, `refused` for another reason. */
export const signInResults = ['succeeded', 'failed', 'refused'] as const
/** The reasons for which an attempt is refused. */
export const signInRefusals = ['account_limit', 'not_confirmed', 'not_active', 'passkey'] as const

export type SignInResult = (typeof signInResults)[number]
