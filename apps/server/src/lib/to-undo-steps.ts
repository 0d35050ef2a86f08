/** Groups changed items by the value that they had before, as `undoSteps` of the contract. */
export const toUndoSteps = <To>(
  changed: readonly { readonly id: string; readonly to: To }[],
): { to: To; ids: string[] }[] =>
  [...Map.groupBy(changed, ({ to }) => JSON.stringify(to)).values()].flatMap(items => {
    const [first] = items
    return first ? [{ to: first.to, ids: items.map(({ id }) => id) }] : []
  })
