import { type Bounds, boundsOverlap, longitudeSpan } from './bounds.ts'

/** Cells at level n are 360 / 2ⁿ degrees wide and high: from 90 degrees down to 2.4 m of latitude. */
const minLevel = 2
const maxLevel = 24

type Entry<T> = { readonly bounds: Bounds; readonly item: T }
type Cells<T> = Map<number, Entry<T>[]>

/** A set of boxes that finds those overlapping another box. Do not add an item twice. `remove` compares items by `===`. */
export type BoxGrid<T> = {
  add(bounds: Bounds, item: T): void
  /** Removes an item, given the bounds with which it was added. Returns true if the item was present. */
  remove(bounds: Bounds, item: T): boolean
  /** Calls `visit` with every item whose box overlaps `bounds`, in no particular order. */
  overlapping(bounds: Bounds, visit: (item: T) => void): void
}

/**
 * Creates a hierarchical grid. Each box is stored in a single cell: on the level whose cells are just larger than the box, in the
 * cell of its south-west corner. Boxes larger than the coarsest cells share one extra cell, which every search of that level
 * visits. A box extends at most one cell further north and east, so a search visits the cells it covers plus the row and column
 * before them. A small search takes four look-ups per level, however many boxes there are. If a search covers more cells than a
 * level has occupied ones, it scans that level instead, so no search costs more than a full scan. Columns wrap around the earth, so
 * the antimeridian is not a special case. Adding and removing take constant time.
 */
export function createBoxGrid<T>(): BoxGrid<T> {
  const cellsByLevel = new Map<number, Cells<T>>()
  /** The key for boxes wider or higher than the coarsest cells; no cell uses it. */
  const wideLevel = -1

  function toCell(bounds: Bounds): { level: number; key: number } {
    const size = Math.max(longitudeSpan(bounds), bounds.north - bounds.south) * 1.000001
    const level = Math.min(maxLevel, Math.floor(Math.log2(360 / size)))
    if (level < minLevel) return { level: minLevel, key: wideLevel }
    return { level, key: toKey(level, toRow(level, bounds.south), toColumn(level, bounds.west)) }
  }

  function add(bounds: Bounds, item: T): void {
    const { level, key } = toCell(bounds)
    const cells = cellsByLevel.get(level) ?? new Map<number, Entry<T>[]>()
    cellsByLevel.set(level, cells)
    const cell = cells.get(key)
    if (cell) cell.push({ bounds, item })
    else cells.set(key, [{ bounds, item }])
  }

  function remove(bounds: Bounds, item: T): boolean {
    const { level, key } = toCell(bounds)
    const cells = cellsByLevel.get(level)
    const cell = cells?.get(key)
    const entryIndex = cell?.findIndex(entry => entry.item === item) ?? -1
    if (!cells || !cell || entryIndex < 0) return false
    cell.splice(entryIndex, 1)
    if (cell.length === 0) cells.delete(key)
    if (cells.size === 0) cellsByLevel.delete(level)
    return true
  }

  function visitOverlapping(bounds: Bounds, visit: (item: T) => void): void {
    const visitCell = (cell: readonly Entry<T>[] | undefined) => {
      if (!cell) return
      for (const entry of cell) if (boundsOverlap(entry.bounds, bounds)) visit(entry.item)
    }
    const east = bounds.west + longitudeSpan(bounds)
    for (const [level, cells] of cellsByLevel) {
      const columns = 2 ** level
      const firstRow = toRow(level, bounds.south) - 1
      const firstColumn = toColumn(level, bounds.west) - 1
      const height = toRow(level, bounds.north) - firstRow + 1
      const width = Math.min(columns, toColumn(level, east) - firstColumn + 1)
      if (height * width > cells.size) {
        for (const cell of cells.values()) visitCell(cell)
        continue
      }
      for (let row = firstRow; row < firstRow + height; row++) {
        for (let n = 0; n < width; n++) visitCell(cells.get(toKey(level, row, firstColumn + n)))
      }
      if (level === minLevel) visitCell(cells.get(wideLevel))
    }
  }

  return { add, remove, overlapping: visitOverlapping }
}

function toRow(level: number, lat: number): number {
  return Math.floor(((lat + 90) / 360) * 2 ** level)
}

/** Returns the column without wrapping it: columns west of the first and east of the last stand for those at the other end. */
function toColumn(level: number, lng: number): number {
  return Math.floor(((lng + 180) / 360) * 2 ** level)
}

function toKey(level: number, row: number, column: number): number {
  const columns = 2 ** level
  return row < 0 ? Number.NaN : row * columns + (((column % columns) + columns) % columns)
}
