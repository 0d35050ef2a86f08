/**
 * The state of an unanswered statement as a probe finds it: the database is working on it; it is not, though it answers others; or
 * it answers nobody.
 */
export type Felt = 'working' | 'idle' | 'gone'

/**
 * Waits for an answer for as long as the database works on it. Rejects as soon as the database answers nobody, or two probes find
 * it idle: then the query or the answer was lost. The first probe is after `everyMs`. Called a hundred times a second, so it only
 * creates a timer.
 */
export function waitForAnswer<T>(
  work: Promise<T>,
  { feel, everyMs }: { readonly feel: () => Promise<Felt>; readonly everyMs: number },
): Promise<T> {
  return new Promise((resolve, reject) => {
    let idle = 0
    let isOver = false
    let timer = setTimeout(look, everyMs)
    const over = <V>(settle: (value: V) => void) => {
      return (value: V) => {
        isOver = true
        clearTimeout(timer)
        settle(value)
      }
    }
    const giveUp = over(reject)
    function look() {
      feel().then(judge, giveUp)
    }
    function judge(felt: Felt) {
      if (isOver) return
      idle = felt === 'idle' ? idle + 1 : 0
      if (felt === 'gone') giveUp(new Error('The database answers nothing'))
      else if (idle === 2) giveUp(new Error('The connection was lost on the way'))
      else timer = setTimeout(look, everyMs)
    }
    work.then(over(resolve), giveUp)
  })
}
