/** Tasks waiting to run their next slice, in order of arrival. */
const line: (() => void)[] = []
let turning = false

function next(): void {
  line.shift()?.()
  if (line.length > 0) setImmediate(next)
  else turning = false
}

const myTurn = () =>
  new Promise<void>(begin => {
    line.push(begin)
    if (turning) return
    turning = true
    setImmediate(next)
  })

/**
 * Runs the work on each item in order, in slices of `size`. Only one slice of all such tasks runs per turn of the event loop, so
 * that other work waits for a slice and not for a whole list.
 */
export async function inSlices<T, R>(items: readonly T[], size: number, work: (item: T) => R): Promise<R[]> {
  if (items.length <= size) return items.map(work)
  const results: R[] = []
  for (let from = 0; from < items.length; from += size) {
    await myTurn()
    for (const item of items.slice(from, from + size)) results.push(work(item))
  }
  return results
}
