/** Something to wait for, with a limit. A bell that rings while nobody waits is heard by the next who does. */
export function createBell() {
  let hasRung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      hasRung = true
      wake?.()
    },
    clear() {
      hasRung = false
    },
    async wait(ms: number): Promise<void> {
      if (hasRung) return
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = undefined
    },
  }
}
