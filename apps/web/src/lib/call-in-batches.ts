/** One after the other. If the first fails, throws its error; if a later one fails, returns the results and the items left. */
export async function callInBatches<Item, Result>(
  items: readonly Item[],
  most: number,
  call: (batch: Item[]) => Promise<Result>,
): Promise<{ results: Result[]; left: readonly Item[] }> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += most)
    try {
      results.push(await call(items.slice(start, start + most)))
    } catch (error) {
      if (start === 0) throw error
      return { results, left: items.slice(start) }
    }
  return { results, left: [] }
}
