/** Asks the person to confirm signing out; resolves to their decision. */
export type LeaveQuestion = () => Promise<boolean>

let question: LeaveQuestion | undefined

/** The optional question before signing out, called by `useSignOut` and answered in a dialog of the pages. */
export const leaveQuestion = {
  confirm: async (): Promise<boolean> => question?.() ?? true,
  /** Installs the question. Returns a function to remove it. */
  set(next: LeaveQuestion): () => void {
    question = next
    return () => {
      if (question === next) question = undefined
    }
  },
}
