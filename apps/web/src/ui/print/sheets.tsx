import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { formatCount } from '../../lib/format-count.ts'
import classes from './sheets.module.css'

/** Letters that fit on a line of a note, also bold or wide ones. */
const lettersPerLine = 70

/** The lines that a note takes on a sheet, to be counted by `toRollPages`. Longer texts are cut off. */
export const countNoteLines = (text: string): number => Math.ceil(text.length / lettersPerLine)

const rowMillimetres = 5

type SheetsProps = {
  title: string
  /** The line below the title of each page. */
  facts: ReactNode
  pages: readonly { readonly key: string; readonly content: ReactNode }[]
}

/** Printed instead of the page. Each sheet has the title, the facts and its number. */
export function Sheets({ title, facts, pages }: SheetsProps) {
  const pageTotal = formatCount(pages.length)
  return createPortal(
    <div className={classes.sheets} data-print-alone data-print-only>
      {pages.map(({ key, content }, page) => {
        const pageNumber = formatCount(page + 1)
        return (
          <section key={key} className={classes.page} aria-label={t`Page ${pageNumber}`}>
            <header className={classes.head}>
              <h1 className={classes.title} dir="auto">
                {title}
              </h1>
              <Box component="span" fw={600}>
                <Trans>
                  Page {pageNumber} of {pageTotal}
                </Trans>
              </Box>
              <p className={classes.facts}>{facts}</p>
            </header>
            {content}
          </section>
        )
      })}
    </div>,
    document.body,
  )
}

type SheetColumn = {
  readonly key: string
  readonly label: string
  /** In millimetres; a column without one takes what the others leave. */
  readonly width?: number
}

export type SheetRow = {
  readonly key: string
  /** The number in the whole list, from 1. */
  readonly number: number
  /** Starts a section with this heading, also at the top of a page that continues it. */
  readonly section?: string
  readonly isBold?: boolean
  /** In the order of the columns. */
  readonly cells: readonly ReactNode[]
  /** Stands below the cells, across all columns. */
  readonly note?: { readonly text: ReactNode; readonly lines: number } | undefined
}

type TableProps = {
  columns: readonly SheetColumn[]
  /** At most 45 rows, and fewer with more than two sections. */
  rows: readonly SheetRow[]
  /** Adds a box to tick to each row. */
  hasBoxes?: boolean
}

/** The numbered rows of a sheet. */
export function SheetTable({ columns, rows, hasBoxes = false }: TableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th className={classes.number}>{t`No.`}</th>
          {columns.map(({ key, label, width }) => (
            <th key={key} style={width === undefined ? undefined : { width: `${width}mm` }}>
              {label}
            </th>
          ))}
          {hasBoxes && <th className={classes.tick}>{t`Here`}</th>}
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
                <td key={columns[column]?.key} dir="auto">
                  {cell}
                </td>
              ))}
              {hasBoxes && (
                <td className={classes.tick}>
                  <span className={classes.box} />
                </td>
              )}
            </tr>
            {row.note && (
              <tr className={classes.note} data-bold={row.isBold || undefined}>
                <td />
                <td colSpan={columns.length + 1}>
                  <div style={{ height: `${row.note.lines * rowMillimetres}mm` }}>{row.note.text}</div>
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** A paragraph of as many lines as were counted for it, and the heading above it, which takes two lines. */
export const SheetText = ({ heading, text, lines }: { heading?: string; text: string; lines: number }) => (
  <>
    {heading !== undefined && <h2 className={classes.heading}>{heading}</h2>}
    <p className={classes.line} style={{ height: `${lines * rowMillimetres}mm` }} dir="auto">
      {text}
    </p>
  </>
)
