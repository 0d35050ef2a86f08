import { plural, t } from '@lingui/core/macro'
import type { Report } from '@muster/contract/reports.ts'
import { IconPrinter, IconX } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { readDetails, readFilters } from '../../lib/search-props.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { Button } from '../../ui/button.tsx'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useIsPhone } from '../../ui/layout/use-screen.ts'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { ReportCards } from './report-cards.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportDetails } from './report-details.tsx'
import { ReportFigures } from './report-figures.tsx'
import {
  columnTotals,
  filterRows,
  nextSort,
  parseSorting,
  type ReportRow,
  sortRows,
  toRows,
} from './report-rows.ts'
import { ReportTable } from './report-table.tsx'
import { ReportTitle } from './report-title.tsx'
import { searchLabels } from './report-words.ts'
import classes from './reports.module.css'
import type { ReportsSearchProps } from './reports-search.ts'
import type { ReportSlots } from './slots.ts'
import { totalsLabel } from './totals.ts'
import { useBroughtIntoView } from './use-brought-into-view.ts'
import { maxPrintedRows, usePrinting } from './use-printing.ts'
import { useRowInPlace } from './use-row-in-place.ts'

type Props = ReportsSearchProps & {
  report: Report
  isOwn: boolean
  download: ReactNode
  ofRow: ReportSlots['ofRow']
  empty: ReactNode
  /** If a single day of one person was requested, the row for that day. Its details open even if nothing was recorded. */
  requestedRow: ReportRow | undefined
}

/** A loaded report: its subject, figures and charts, and the rows that match the selected bar and the search text. */
export function ReportBody({ report, isOwn, download, ofRow, empty, requestedRow, ...address }: Props) {
  const { search, onSearch } = address
  const { document, charts } = report
  const { columns } = document
  const isPhone = useIsPhone()
  const allRows = useMemo(() => toRows(report), [report])
  const searchLabel = isOwn ? undefined : searchLabels[document.kind]
  const q = useDebouncedText(searchLabel && search.q)
  const { by, value } = search
  const bar = useMemo(
    () => (by !== undefined && value !== undefined ? { column: by, value } : undefined),
    [by, value],
  )
  const rows = useMemo(
    () => sortRows(filterRows(allRows, columns, { search: q, bar }), columns, parseSorting(search.sort)),
    [allRows, columns, q, bar, search.sort],
  )
  const { printing, print } = usePrinting(rows.length <= maxPrintedRows)
  const totals = useMemo(
    () => ({ label: totalsLabel(rows.length, allRows.length), cells: columnTotals(rows, columns) }),
    [rows, allRows, columns],
  )
  const { element: tools, bring } = useBroughtIntoView<HTMLElement>(bar)
  const details = readDetails({ search, onSearch }, 'row')
  // `openDetails` is stable, so that rows do not render again when another row opens. It reads the current values from `latestRef`.
  const holdRowPosition = useRowInPlace(details.openId)
  const latestRef = useRef({ details, keep: holdRowPosition })
  useEffect(() => {
    latestRef.current = { details, keep: holdRowPosition }
  })
  const openDetails = useCallback((key: string) => {
    latestRef.current.keep(key)
    latestRef.current.details.row(key).onOpen()
  }, [])
  const close = () => {
    holdRowPosition(details.openId)
    details.drawer.onClose()
  }
  const openRow = useMemo(
    () => [...allRows, ...(requestedRow ? [requestedRow] : [])].find(({ key }) => key === details.openId),
    [allRows, requestedRow, details.openId],
  )
  const filters = readFilters(address, 'q', 'by', 'value')
  const facts = (
    <ReportDetails report={report} row={openRow} onClose={close}>
      {openRow && ofRow?.(openRow, report)}
    </ReportDetails>
  )
  if (allRows.length === 0) {
    return (
      <>
        <ReportTitle document={document} />
        {empty}
        {facts}
      </>
    )
  }
  const barLabel = bar && formatBar(report, bar)
  const total = allRows.length
  const shownCount = formatCount(rows.length)
  const sorting = parseSorting(search.sort)
  const setSort = (text: string | undefined) => onSearch({ sort: text }, { replace: true })
  const listProps = {
    document,
    rows,
    totals,
    sorting,
    onSort: (column: string) => setSort(nextSort(sorting, column)),
    openKey: details.openId,
    onOpen: openDetails,
  }
  return (
    <>
      <ReportTitle
        document={document}
        actions={
          <>
            {rows.length <= maxPrintedRows && (
              <Button variant="default" icon={IconPrinter} onClick={print}>
                {t`Print`}
              </Button>
            )}
            {download}
          </>
        }
      />
      <ReportFigures document={document} filtered={rows.length < allRows.length} />
      {charts.length > 0 && (
        <div className={classes.charts}>
          {charts.map(chart => (
            <ReportChart
              key={chart.title}
              chart={chart}
              barsLabel={columns.find(({ key }) => key === chart.column)?.label ?? t`Bar`}
              chosen={chart.column === by ? value : undefined}
              // Selecting a bar adds a history entry, so that Back undoes it.
              onChoose={next => {
                if (next !== undefined) bring()
                onSearch({ by: next === undefined ? undefined : chart.column, value: next, row: undefined })
              }}
            />
          ))}
        </div>
      )}
      <search ref={tools} className={classes.tools} aria-label={t`Rows`}>
        {searchLabel && <ListSearch label={searchLabel} search={{ q: search.q }} onSearch={onSearch} />}
        {isPhone && (
          <Select
            aria-label={t`Sort by`}
            placeholder={t`Sort by`}
            clearable
            value={search.sort ?? null}
            data={columns.flatMap(({ key, label }) => [
              { value: key, label: t`${label}, ascending` },
              { value: `-${key}`, label: t`${label}, descending` },
            ])}
            onChange={text => setSort(text ?? undefined)}
          />
        )}
        {barLabel && (
          <Button
            variant="default"
            rightSection={<IconX size="1rem" aria-hidden />}
            aria-label={t`${barLabel}: show all rows`}
            onClick={() => onSearch({ by: undefined, value: undefined })}
          >
            {barLabel}
          </Button>
        )}
        <span role="status" className={classes.quiet}>
          {rows.length === total
            ? t`${plural(total, { one: '# row', other: '# rows' })}`
            : t`${shownCount} of ${plural(total, { one: '# row', other: '# rows' })}`}
        </span>
        {rows.length > maxPrintedRows && (
          <span className={classes.quiet}>{t`Download the PDF to print all rows`}</span>
        )}
      </search>
      {rows.length === 0 && <FilteredEmpty onClear={filters.clear} />}
      {rows.length > 0 &&
        (isPhone && !printing ? (
          <ReportCards {...listProps} />
        ) : (
          <ReportTable {...listProps} paper={printing} />
        ))}
      {facts}
    </>
  )
}

function formatBar(
  { document, charts }: Report,
  { column, value }: { column: string; value: string },
): string {
  const name = document.columns.find(({ key }) => key === column)?.label
  const bar = charts.find(chart => chart.column === column)?.bars.find(candidate => candidate.value === value)
  return [name, bar?.label ?? value].filter(Boolean).join(': ')
}
