/** A function that asks the person to confirm signing out, and resolves to their decision. */
export type LeaveQuestion = () => Promise<boolean>

let question: LeaveQuestion | undefined

/** The optional confirmation before signing out, requested by `useSignOut` and answered in one of the app's dialogs. */
export const leaveQuestion = {
  confirm: async (): Promise<boolean> => question?.() ?? true,
  /** Installs the confirmation. Returns a function that removes it. */
  set(next: LeaveQuestion): () => void {
    question = next
    return () => {
      if (question === next) question = undefined
    }
  },
}
