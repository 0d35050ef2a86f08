import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import type { Report } from '@muster/contract/reports.ts'
import type { ReactNode } from 'react'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { formatCell, joinTexts } from './format-cell.ts'
import type { ReportRow } from './report-rows.ts'

type Props = {
  report: Report
  row: ReportRow | undefined
  onClose: () => void
  children?: ReactNode
}

/** A drawer about one row: the first two values as its title, and the other non-empty values below. */
export function ReportDetails({ report: { document }, row, onClose, children }: Props) {
  const { columns, timeZone } = document
  const cells = columns.map(({ key, label, kind }, index) => ({
    key,
    label,
    text: formatCell(row?.cells[index], kind, timeZone, row?.day),
  }))
  const title = cells.slice(0, 2).flatMap(({ text }) => text || [])
  const facts = cells.slice(2).filter(({ text }) => text)
  return (
    <DetailDrawer
      opened={row !== undefined}
      onClose={onClose}
      title={joinTexts(title) || t`Row`}
      of={row?.key}
    >
      <Stack gap="xs" mb="md">
        {facts.length > 0 && (
          <Facts>
            {facts.map(({ key, label, text }) => (
              <Fact key={key} name={label}>
                <span dir="auto">{text}</span>
              </Fact>
            ))}
          </Facts>
        )}
        <Text size="xs" c="dimmed">
          <Trans>Times are in {timeZone}.</Trans>
        </Text>
      </Stack>
      {children}
    </DetailDrawer>
  )
}
