import { t } from '@lingui/core/macro'
import { Button, Radio, Stack, Text } from '@mantine/core'
import type { ReportFileRequest } from '@muster/contract/report-runs.ts'
import type { ReportFormat } from '@muster/domain/report.ts'
import { useState } from 'react'
import { DialogButtons } from '../../../ui/dialogs/dialog-buttons.tsx'
import { FailedAct } from '../../../ui/forms/failed-act.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { formatNames } from './format-names.ts'
import { RecentFiles } from './recent-files.tsx'
import { RunSteps } from './run-steps.tsx'
import { useFileRun } from './use-file-run.ts'

export type ReportRequest = Omit<ReportFileRequest, 'format' | 'requestId'>
type Props = { request: ReportRequest; onClose: () => void }

/** The steps of a download: choose a format, wait, get the file. */
export function DownloadReportSteps({ request, onClose }: Props) {
  const [format, setFormat] = useState<ReportFormat>('pdf')
  const { startRun, startAgain, runId } = useFileRun({ ...request, format })
  if (runId) return <RunSteps key={runId} runId={runId} onAgain={startAgain} onClose={onClose} />
  return (
    <Stack>
      <Form onSubmit={() => startRun.mutate()}>
        <Radio.Group label={t`Format`} value={format} onChange={value => setFormat(value as ReportFormat)}>
          <Stack gap="sm" mt="xs">
            {Object.entries(formatNames).map(([value, [label, text]]) => (
              <Radio key={value} value={value} label={label} description={text} />
            ))}
          </Stack>
        </Radio.Group>
        {(request.search || request.bar) && (
          <Text c="dimmed">{t`The file contains the rows shown here and lists the filters used.`}</Text>
        )}
        <FailedAct act={startRun} failed={t`The report couldn’t be downloaded. Try again.`} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" loading={startRun.isPending}>
            {t`Download`}
          </Button>
        </DialogButtons>
      </Form>
      <RecentFiles />
    </Stack>
  )
}
