/** The lists that are waiting for their next slice, in order of arrival. */
const waitingSlices: (() => void)[] = []
let isScheduled = false

function startNext(): void {
  waitingSlices.shift()?.()
  if (waitingSlices.length > 0) setImmediate(startNext)
  else isScheduled = false
}

const waitForTurn = () =>
  new Promise<void>(begin => {
    waitingSlices.push(begin)
    if (isScheduled) return
    isScheduled = true
    setImmediate(startNext)
  })

/** Over all concurrent calls, one slice runs per turn of the event loop, so that everything else waits for a slice only. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  size: number,
  work: (item: T) => R,
): Promise<R[]> {
  if (items.length <= size) return items.map(work)
  const results: R[] = []
  for (let start = 0; start < items.length; start += size) {
    await waitForTurn()
    for (const item of items.slice(start, start + size)) results.push(work(item))
  }
  return results
}
