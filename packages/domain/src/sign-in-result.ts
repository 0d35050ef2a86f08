/** The result of a sign-in attempt: `failed` for a wrong password, `refused` for any other reason. */
export const signInResults = ['succeeded', 'failed', 'refused'] as const
/** The reasons why an attempt can be rejected. */
export const signInRefusals = ['account_limit', 'not_confirmed', 'not_active', 'passkey'] as const

export type SignInResult = (typeof signInResults)[number]
