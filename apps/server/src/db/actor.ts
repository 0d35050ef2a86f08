/** The signed-in user and the session they act from. */
export type Actor = { readonly userId: string; readonly sessionId: string }

/** An actor that is nobody. Row-level security shows it no personal data. */
export const NO_ACTOR: Actor = {
  userId: '00000000-0000-0000-0000-000000000000',
  sessionId: '00000000-0000-0000-0000-000000000000',
}
