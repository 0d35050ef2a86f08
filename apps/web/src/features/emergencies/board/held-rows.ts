/** A row in its place on the screen. `isGone`: it has left the list, but keeps its place while a hand is in the list. */
export type HeldRow<Row> = { readonly row: Row; readonly isGone: boolean }

export type HeldList<Row> = {
  readonly rows: readonly HeldRow<Row>[]
  /** The number of rows that have left, are waiting to come, or would move. */
  readonly changes: number
}

export const toFreshList = <Row>(latest: readonly Row[]): HeldList<Row> => ({
  rows: latest.map(row => ({ row, isGone: false })),
  changes: 0,
})

/**
 * Keeps the rows that are shown in their places and brings only their contents up to date. Rows that come after all of them, such as the
 * next page, are appended; all other changes of places wait. With `bringsNew`, new rows are appended wherever they belong.
 */
export function holdRows<Row extends { readonly id: string }>(
  shown: readonly HeldRow<Row>[],
  latest: readonly Row[],
  bringsNew = false,
): HeldList<Row> {
  const latestById = new Map(latest.map(row => [row.id, row]))
  const shownIds = new Set(shown.map(({ row }) => row.id))
  const rows = shown.map(({ row }) => {
    const current = latestById.get(row.id)
    return { row: current ?? row, isGone: current === undefined }
  })
  const lastShown = latest.findLastIndex(({ id }) => shownIds.has(id))
  const appended = bringsNew
    ? latest.filter(({ id }) => !shownIds.has(id))
    : lastShown < 0
      ? []
      : latest.slice(lastShown + 1)
  const remaining = rows.filter(it => !it.isGone)
  const order = latest.filter(({ id }) => shownIds.has(id))
  const moved = remaining.filter(({ row }, index) => row.id !== order[index]?.id).length
  const waiting = latest.length - order.length - appended.length
  return {
    rows: [...rows, ...appended.map(row => ({ row, isGone: false }))],
    changes: rows.length - remaining.length + moved + waiting,
  }
}
