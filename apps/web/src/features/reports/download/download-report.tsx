import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { DownloadReportSteps, type ReportRequest } from './download-report-steps.tsx'

type Props = {
  /** The report on the screen, with its row filters. */
  request: ReportRequest
}

/**
 * Downloads the report on the screen as a file: format, progress, file. Also lists earlier files. Continues while the dialog is
 * closed.
 */
export function DownloadReport({ request }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size="1.125rem" aria-hidden />}
        onClick={() => setOpened(true)}
      >
        <Trans>Download</Trans>
      </Button>
      <ResponsiveDialog opened={opened} onClose={() => setOpened(false)} title={t`Download report`}>
        {opened && <DownloadReportSteps request={request} onClose={() => setOpened(false)} />}
      </ResponsiveDialog>
    </>
  )
}
