/** `working`: the statement is executing. `idle`: the database answers, but is not executing it. `gone`: it does not answer. */
export type ProbeState = 'working' | 'idle' | 'gone'

/** The connection ended, or nothing arrives on it any more. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError'
}

/**
 * Rejects once a probe finds the database gone, or two in a row the statement idle: query or answer was lost. First probe after
 * `everyMs`. Called a hundred times a second, so it only creates a timer.
 */
export function waitForAnswer<T>(
  work: Promise<T>,
  { feel, everyMs }: { readonly feel: () => Promise<ProbeState>; readonly everyMs: number },
): Promise<T> {
  return new Promise((resolve, reject) => {
    let idleCount = 0
    let isOver = false
    let timer = setTimeout(runProbe, everyMs)
    const finishWith = <V>(settle: (value: V) => void) => {
      return (value: V) => {
        isOver = true
        clearTimeout(timer)
        settle(value)
      }
    }
    const giveUp = finishWith(reject)
    function runProbe() {
      feel().then(handleState, giveUp)
    }
    function handleState(probeState: ProbeState) {
      if (isOver) return
      idleCount = probeState === 'idle' ? idleCount + 1 : 0
      if (probeState === 'gone') giveUp(new ConnectionLostError('The database answers nothing'))
      else if (idleCount === 2) giveUp(new ConnectionLostError('The connection was lost on the way'))
      else timer = setTimeout(runProbe, everyMs)
    }
    work.then(finishWith(resolve), giveUp)
  })
}
