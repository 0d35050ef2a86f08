/** Work that waits to do its next piece, first come, first served. */
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
 * The work on each item, in their order, in pieces of `size`: of all who are at such work, one does one piece in each turn of the
 * event loop, so that everybody else waits for a piece, not for the whole of it.
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
