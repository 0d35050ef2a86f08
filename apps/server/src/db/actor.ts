/** The signed-in user and the session they act from. */
export type Actor = { readonly userId: string; readonly sessionId: string }

/** An actor to whom row-level security shows nobody's data. */
export const nobody: Actor = {
  userId: '00000000-0000-0000-0000-000000000000',
  sessionId: '00000000-0000-0000-0000-000000000000',
}
