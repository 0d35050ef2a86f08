import { t } from '@lingui/core/macro'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { DownloadReportSteps, type ReportRequest } from './download-report-steps.tsx'

type Props = {
  /** The report on the screen, with its row filters. */
  request: ReportRequest
}

/** The dialog to download the shown report as a file, which also lists earlier files. Downloads continue while it is closed. */
export function DownloadReport({ request }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" icon={IconDownload} onClick={() => setOpened(true)}>
        {t`Download`}
      </Button>
      <ResponsiveDialog opened={opened} onClose={() => setOpened(false)} title={t`Download report`}>
        {opened && <DownloadReportSteps request={request} onClose={() => setOpened(false)} />}
      </ResponsiveDialog>
    </>
  )
}
