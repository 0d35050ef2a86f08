import { t } from '@lingui/core/macro'
import { VisuallyHidden } from '@mantine/core'
import type { ReportColumn } from '@muster/contract/report-document.ts'
import { IconMessageQuestion, IconPencil } from '@tabler/icons-react'
import type { ReportRow } from './report-rows.ts'
import classes from './row-signs.module.css'

type Props = { row: ReportRow; columns: readonly ReportColumn[] }

export function RowSigns({ row, columns }: Props) {
  const objection = row.cells[columns.findIndex(({ key }) => key === 'objection')]
  const signs = [
    ...(row.measured ? [{ Icon: IconPencil, word: t`Corrected` }] : []),
    ...(objection ? [{ Icon: IconMessageQuestion, word: t`Objection: ${objection}` }] : []),
  ]
  if (signs.length === 0) return null
  return (
    <span className={classes.signs}>
      {signs.map(({ Icon, word }) => (
        <span key={word} title={word}>
          <Icon size="1rem" aria-hidden />
          <VisuallyHidden>{`${word}. `}</VisuallyHidden>
        </span>
      ))}
    </span>
  )
}
