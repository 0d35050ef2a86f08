import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fragment, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { formatCount } from '../../lib/format-count.ts'
import classes from './roll-sheets.module.css'

export type SheetColumn = {
  readonly key: string
  readonly label: string
  /** In millimetres; a column without one takes what the others leave. */
  readonly width?: number
}

export type SheetRow = {
  readonly key: string
  /** The number in the whole roll, from 1. */
  readonly number: number
  /** Starts a section with this heading, also at the top of a page that continues it. */
  readonly section: string
  readonly isBold?: boolean
  /** In the order of the columns. */
  readonly cells: readonly ReactNode[]
  /** Stands below the cells, across all columns. */
  readonly note?: { readonly text: ReactNode; readonly lines: number } | undefined
}

/** Letters that fit on a line of a note, also bold or wide ones. */
const lettersPerLine = 70

/** The lines that a note takes on a sheet, to be counted by `toRollPages`. Longer texts are cut off. */
export const countNoteLines = (text: string): number => Math.ceil(text.length / lettersPerLine)

type Props = {
  title: string
  /** The line below the title of each page. */
  facts: ReactNode
  columns: readonly SheetColumn[]
  /** From `toRollPages`: at most 45 rows a page, and fewer with more than two sections. */
  pages: readonly (readonly SheetRow[])[]
  /** Shown on the only page of an empty roll. */
  emptyText: string
}

const rowMillimetres = 5

/** Printed instead of the page. Each sheet has the title, the facts and its number; each row a box to tick. */
export function RollSheets({ title, facts, columns, pages, emptyText }: Props) {
  const pageTotal = formatCount(pages.length)
  return createPortal(
    <div className={classes.roll} data-print-alone data-print-only>
      {pages.map((rows, page) => {
        const pageNumber = formatCount(page + 1)
        return (
          <section key={rows[0]?.key ?? 'empty'} className={classes.page} aria-label={t`Page ${pageNumber}`}>
            <header className={classes.head}>
              <h1 className={classes.title} dir="auto">
                {title}
              </h1>
              <span className={classes.pageNumber}>
                <Trans>
                  Page {pageNumber} of {pageTotal}
                </Trans>
              </span>
              <p className={classes.facts}>{facts}</p>
            </header>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th className={classes.number}>
                    <Trans>No.</Trans>
                  </th>
                  {columns.map(({ key, label, width }) => (
                    <th key={key} style={width === undefined ? undefined : { width: `${width}mm` }}>
                      {label}
                    </th>
                  ))}
                  <th className={classes.tick}>
                    <Trans>Here</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  <Fragment key={row.key}>
                    {rows[index - 1]?.section !== row.section && (
                      <tr className={classes.section}>
                        <th colSpan={columns.length + 2} scope="rowgroup">
                          {row.section}
                        </th>
                      </tr>
                    )}
                    <tr className={classes.row} data-bold={row.isBold || undefined}>
                      <td className={classes.number}>{formatCount(row.number)}</td>
                      {row.cells.map((cell, column) => (
                        <td key={columns[column]?.key}>{cell}</td>
                      ))}
                      <td className={classes.tick}>
                        <span className={classes.box} />
                      </td>
                    </tr>
                    {row.note && (
                      <tr className={classes.note} data-bold={row.isBold || undefined}>
                        <td />
                        <td colSpan={columns.length + 1}>
                          <div style={{ height: `${row.note.lines * rowMillimetres}mm` }}>
                            {row.note.text}
                          </div>
                        </td>
                      </tr>
                    )}
                  </Fragment>
                ))}
              </tbody>
            </table>
            {rows.length === 0 && <p>{emptyText}</p>}
          </section>
        )
      })}
    </div>,
    document.body,
  )
}
