/**
 * Runs a call for batches of items, one after the other. If one fails after others succeeded, returns their results and the items that
 * are left; if the first one fails, throws its error.
 */
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
