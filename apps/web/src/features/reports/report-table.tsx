import { t } from '@lingui/core/macro'
import type { ReportDocument } from '@muster/contract/report-document.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, useMemo, useRef } from 'react'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { columnWidths } from './column-widths.ts'
import { formatCell, isNumericKind, joinTexts } from './format-cell.ts'
import type { ReportRow, Sorting } from './report-rows.ts'
import classes from './report-table.module.css'
import { RowSigns } from './row-signs.tsx'
import type { Totals } from './totals.ts'
import { useMoreBeside } from './use-more-beside.ts'

export type ReportListProps = {
  document: ReportDocument
  rows: readonly ReportRow[]
  totals: Totals
  sorting: Sorting | undefined
  onSort: (column: string) => void
  /** The key of the row whose details are open. */
  openKey: string | undefined
  onOpen: (key: string) => void
}

/** Maximum number of rows that are all rendered, so that the browser's own search finds them; longer tables are virtualised. */
const maxUnvirtualizedRows = 100
const rowHeight = 44
const toRem = (width = 0) => `${width}rem`

/** `paper`: renders all rows without buttons, because Chromium does not repeat headings with buttons on each sheet. */
export function ReportTable(props: ReportListProps & { paper: boolean }) {
  const { document, rows, totals, sorting, onSort, openKey, onOpen, paper } = props
  const { columns, timeZone } = document
  const boxRef = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => boxRef.current,
    estimateSize: () => rowHeight,
    getItemKey: index => rows[index]?.key ?? index,
    overscan: 12,
  })
  const rendersAllRows = paper || rows.length <= maxUnvirtualizedRows
  const virtualItems = virtualizer.getVirtualItems()
  const firstIndex = rendersAllRows ? 0 : (virtualItems[0]?.index ?? 0)
  const renderedRows = rows.slice(
    firstIndex,
    rendersAllRows ? rows.length : (virtualItems.at(-1)?.index ?? -1) + 1,
  )
  const heightAbove = rendersAllRows ? 0 : (virtualItems[0]?.start ?? 0)
  const heightBelow = rendersAllRows ? 0 : virtualizer.getTotalSize() - (virtualItems.at(-1)?.end ?? 0)
  const widths = useMemo(() => columnWidths(document), [document])
  const hasTotals = totals.cells.some(total => total !== null)
  const overflow = useMoreBeside(boxRef)
  return (
    <div
      className={classes.frame}
      data-more-before={overflow.before || undefined}
      data-more-after={overflow.after || undefined}
    >
      <section
        ref={boxRef}
        className={classes.box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        aria-label={t`Report rows`}
      >
        <table
          className={classes.table}
          aria-rowcount={rows.length + (hasTotals ? 2 : 1)}
          style={
            {
              '--first-column': toRem(widths[0]),
              minWidth: paper ? undefined : toRem(widths.reduce((sum, width) => sum + width, 0)),
            } as CSSProperties
          }
        >
          <colgroup>
            {columns.map(({ key }, columnIndex) => (
              <col key={key} style={{ width: paper ? undefined : toRem(widths[columnIndex]) }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map(({ key, label, kind }) => {
                const sortDirection =
                  sorting?.column === key ? (sorting.descending ? 'descending' : 'ascending') : 'none'
                const Arrow = sortDirection === 'descending' ? IconArrowDown : IconArrowUp
                return (
                  <th
                    key={key}
                    scope="col"
                    aria-sort={sortDirection}
                    data-figure={isNumericKind(kind) || undefined}
                  >
                    {paper ? (
                      <span className={classes.heading}>{label}</span>
                    ) : (
                      <button type="button" className={classes.heading} onClick={() => onSort(key)}>
                        {label}
                        {sortDirection !== 'none' && <Arrow size="0.875rem" aria-hidden />}
                      </button>
                    )}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {heightAbove > 0 && <SkippedRows height={heightAbove} columns={columns.length} />}
            {renderedRows.map((row, index) => (
              <Row
                key={row.key}
                row={row}
                index={firstIndex + index}
                document={document}
                isOpen={row.key === openKey}
                onOpen={paper ? undefined : onOpen}
                measure={rendersAllRows ? undefined : virtualizer.measureElement}
              />
            ))}
            {heightBelow > 0 && <SkippedRows height={heightBelow} columns={columns.length} />}
          </tbody>
          {hasTotals && (
            <tfoot>
              <tr aria-rowindex={rows.length + 2}>
                {columns.map(({ key, kind }, columnIndex) =>
                  columnIndex === 0 ? (
                    <th key={key} scope="row">
                      {totals.label}
                    </th>
                  ) : (
                    <td key={key} data-figure={isNumericKind(kind) || undefined}>
                      {formatCell(totals.cells[columnIndex], kind, timeZone)}
                    </td>
                  ),
                )}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
    </div>
  )
}

/** Takes up the height of rows that are not rendered. */
const SkippedRows = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden className={classes.skipped}>
    <td colSpan={columns} style={{ height }} />
  </tr>
)

type RowProps = {
  row: ReportRow
  index: number
  document: ReportDocument
  isOpen: boolean
  onOpen: ((key: string) => void) | undefined
  measure: ((element: HTMLTableRowElement | null) => void) | undefined
}

const Row = memo(({ row, index, document: { columns, timeZone }, isOpen, onOpen, measure }: RowProps) => {
  const texts = columns.map(({ kind }, columnIndex) =>
    formatCell(row.cells[columnIndex], kind, timeZone, row.day),
  )
  const openRow = onOpen && (() => onOpen(row.key))
  return (
    <tr
      ref={measure}
      data-index={index}
      data-row={row.key}
      aria-rowindex={index + 2}
      data-open={isOpen || undefined}
      onClick={openRow}
    >
      {columns.map(({ key, kind }, columnIndex) =>
        columnIndex === 0 ? (
          <th key={key} scope="row">
            {openRow ? (
              <OpenRow isOpen={isOpen} onOpen={openRow} label={joinTexts([texts[0] || '–', texts[1] ?? ''])}>
                {texts[0] || '–'}
              </OpenRow>
            ) : (
              texts[0]
            )}
          </th>
        ) : (
          <td key={key} data-figure={isNumericKind(kind) || undefined}>
            {key === 'inside' && <RowSigns row={row} columns={columns} />}
            {kind === 'text' ? <span dir="auto">{texts[columnIndex]}</span> : texts[columnIndex]}
          </td>
        ),
      )}
    </tr>
  )
})

type OpenRowProps = { isOpen: boolean; onOpen: () => void; label: string; children: string }

function OpenRow({ isOpen, onOpen, label, children }: OpenRowProps) {
  const rowProps = useOpensDetails(isOpen)
  return (
    <button
      type="button"
      dir="auto"
      className={classes.open}
      aria-label={label}
      onClick={event => {
        // Otherwise, the row would handle the click as well and open twice.
        event.stopPropagation()
        onOpen()
      }}
      {...rowProps}
    >
      {children}
    </button>
  )
}
