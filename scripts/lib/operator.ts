/** Runs a command for an operator. A failure prints one line instead of a stack trace, and exits with a non-zero code. */
export async function main(work: () => Promise<void>): Promise<void> {
  // The files written here contain personal data, so no other account on this machine may read them.
  process.umask(0o077)
  try {
    await work()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
