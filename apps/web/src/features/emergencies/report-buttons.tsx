import { plural, t } from '@lingui/core/macro'
import { Group } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useCsvDownload } from '../../ui/forms/use-csv-download.ts'
import { usePrinted } from '../../ui/print/use-printed.ts'
import type { PrintedReport } from './report-lines.ts'
import { ReportSheets } from './report-sheets.tsx'

/** Maximum number of rows per request. */
const pageSize = 200

async function readAll<Row>(
  readPage: (paging: { cursor: string | undefined; limit: number }) => Promise<{
    rows: readonly Row[]
    next: string | null
  }>,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await readPage({ cursor, limit: pageSize })
    rows.push(...page.rows)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return rows
}

type Props = { emergency: EmergencyDetail; report: PrintedReport['report'] }

export function ReportButtons({ emergency, report }: Props) {
  const emergencyId = emergency.id
  const [printed, printReport] = usePrinted<PrintedReport>()
  const print = useAct({
    call: async () => ({
      rows: await readAll(paging => api.emergencyReports.rows({ emergencyId, ...paging })),
      uncounted: await readAll(paging =>
        api.emergencies.people({ emergencyId, listed: 'uncounted', ...paging }),
      ),
      leavers: await readAll(paging => api.emergencies.leftBefore({ emergencyId, ...paging })),
      record: (await api.emergencyReports.record({ emergencyId })).record,
      findings: (await api.emergencyReports.findings({ emergencyId })).findings,
    }),
    onDone: loaded => printReport({ emergency, report, ...loaded }),
    failed: error => [t`Print failed`, errorText(error, t`The report couldn’t be loaded. Try again.`)],
  })
  const download = useCsvDownload({
    call: () => api.emergencyReports.exportCsv({ emergencyId }),
    done: ({ rows, fileName }) => t`${plural(rows, { one: '# person', other: '# people' })} in ${fileName}.`,
    failed: t`The report couldn’t be exported. Try again.`,
  })
  return (
    <Group gap="xs">
      <Button
        variant="default"
        mih={44}
        icon={IconPrinter}
        disabled={print.isPending}
        onClick={() => print.mutate()}
      >
        {print.isPending ? t`Preparing…` : t`Print report`}
      </Button>
      <Button
        variant="default"
        mih={44}
        icon={IconDownload}
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        {t`Download CSV`}
      </Button>
      {printed && <ReportSheets {...printed} />}
    </Group>
  )
}
