/** How an attempt to sign in ended: `failed` with a wrong password, `refused` by a limit of tries. */
export const signInResults = ['succeeded', 'failed', 'refused'] as const
export type SignInResult = (typeof signInResults)[number]
