import { t } from '@lingui/core/macro'
import type { ReportDocument } from '@muster/contract/report-document.ts'
import { type ReactNode, useCallback } from 'react'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx'
import { formatCell } from './format-cell.ts'
import classes from './report-cards.module.css'
import type { ReportRow } from './report-rows.ts'
import type { ReportListProps } from './report-table.tsx'
import { RowSigns } from './row-signs.tsx'

const toKey = ({ key }: ReportRow) => key

export function ReportCards({ document, rows, totals, openKey, onOpen }: ReportListProps) {
  const renderCard = useCallback(
    (row: ReportRow) => (
      <RowCard document={document} row={row} isOpen={row.key === openKey} onOpen={onOpen} />
    ),
    [document, openKey, onOpen],
  )
  const { columns, timeZone } = document
  const totalValues = columns.flatMap(({ key, label, kind }, index) => {
    const text = formatCell(totals.cells[index], kind, timeZone)
    return text ? [{ key, label, text }] : []
  })
  return (
    <>
      {totalValues.length > 0 && (
        <div className={classes.totals}>
          <strong>{totals.label}</strong>
          <LabelledValues values={totalValues} />
        </div>
      )}
      <VirtualGrid items={rows} getKey={toKey} estimate={220} gap={8} label={t`Report rows`}>
        {renderCard}
      </VirtualGrid>
    </>
  )
}

type CardProps = {
  document: ReportDocument
  row: ReportRow
  isOpen: boolean
  onOpen: (key: string) => void
}

function RowCard({ document: { columns, timeZone }, row, isOpen, onOpen }: CardProps) {
  const rowProps = useOpensDetails(isOpen)
  const values = columns.map(({ key, label, kind }, index) => ({
    key,
    label,
    text: formatCell(row.cells[index], kind, timeZone, row.day),
  }))
  const heading = values.slice(0, 2).filter(({ text }) => text)
  return (
    <article className={classes.card} data-row={row.key}>
      <button
        type="button"
        className={classes.open}
        data-small-target
        onClick={() => onOpen(row.key)}
        {...rowProps}
      >
        {heading.map(({ key, text }, index) => (
          <span key={key}>
            {index > 0 && ' · '}
            <span dir="auto">{text}</span>
          </span>
        ))}
      </button>
      <LabelledValues
        values={values.slice(2).filter(({ text }) => text)}
        signs={<RowSigns row={row} columns={columns} />}
      />
    </article>
  )
}

type LabelledValuesProps = {
  values: readonly { key: string; label: string; text: string }[]
  /** The icons shown beside the value of the "time inside" column. */
  signs?: ReactNode
}

/** Maximum number of characters in one column; longer texts span both. */
const maxOneColumnLetters = 18

function LabelledValues({ values, signs }: LabelledValuesProps) {
  return (
    <dl className={classes.values}>
      {values.map(({ key, label, text }) => (
        <div key={key} data-long={text.length > maxOneColumnLetters || undefined}>
          <dt>{label}</dt>
          <dd>
            {key === 'inside' && signs}
            <span dir="auto">{text}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
