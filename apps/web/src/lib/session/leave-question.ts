/** Asks the person before they sign out; answers whether they do. */
export type LeaveQuestion = () => Promise<boolean>

let question: LeaveQuestion | undefined

/** The question before signing out, if there is one: asked by `useSignOut`, answered by a dialog of the pages. */
export const leaveQuestion = {
  ask: async (): Promise<boolean> => question?.() ?? true,
  /** Mounts the one who asks; the answer takes it back. */
  set(next: LeaveQuestion): () => void {
    question = next
    return () => {
      if (question === next) question = undefined
    }
  },
}
