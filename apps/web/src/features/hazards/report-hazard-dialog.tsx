import { ph, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { defaultSeverity, hazardSeverities } from '@muster/domain/hazard.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconShare2 } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import type { SharedFiles } from '../../offline/cache-db.ts'
import { consumeSharedFiles } from '../../offline/shared-files.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useIsPhone } from '../../ui/layout/use-screen.ts'
import { Name } from '../../ui/people/name.tsx'
import { ZoneSelect } from '../../ui/pick-zone.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { FilePicker, useDraftFiles, useUploads } from '../files/public.ts'
import { severityLabels } from './hazard-words.ts'
import { PositionField } from './position-field.tsx'
import { completeReport } from './report-content.ts'
import type { ReportContent } from './report-form.ts'
import { usePositionField } from './use-position-field.ts'
import { reportFailureText, useReportHazard } from './use-report-hazard.ts'

type Props = { opened: boolean; onClose: () => void }

/** Reports a hazard in the selected zone, with files. Internal admins, who do not work in a zone, select one here. */
export function ReportHazardDialog({ opened, onClose }: Props) {
  const { zone } = useSelectedZone()
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={onClose}
      title={t`Report Notification`}
      width={560}
      keptInAddress
    >
      {zone ? <ReportForm key={zone.id} zone={zone} onClose={onClose} /> : <NoZone />}
    </ResponsiveDialog>
  )
}

function NoZone() {
  const { isZoneBound, select } = useSelectedZone()
  return (
    <Stack>
      <ProblemAlert>{t`No zone selected. Please select a zone first.`}</ProblemAlert>
      {!isZoneBound && <ZoneSelect zone={undefined} label={t`Zone`} onPick={({ id }) => select(id)} />}
    </Stack>
  )
}

const emptyReport = { title: '', description: '', severity: defaultSeverity as string }
const maxFiles = limits.hazardAttachmentsMost
const texts = { tooLarge: t`All files must be less than 10MB`, failed: t`The file couldn’t be sent.` }
const fileFailureTexts = {
  refused: t`Notification created but failed to attach files`,
  failed: t`Notification created but file upload failed`,
} as const

/** Adds text shared from another app below the text of a restored draft. */
const appendText = (description: string, text: string) =>
  (description.trim() === '' ? text : `${description.trimEnd()}\n\n${text}`).slice(0, limits.messageMaxLength)

function ReportForm({ zone, onClose }: { zone: { id: string; name: string }; onClose: () => void }) {
  const { userId } = useMe()
  const severityId = useId()
  const draftName = `report-hazard-${zone.id}`
  const isPhone = useIsPhone()
  const { values, edits, set, settle, isRestored, reset } = useDraft(draftName, userId, emptyReport)
  const positionField = usePositionField()
  const uploads = useUploads({ most: maxFiles, ...texts })
  const draftFiles = useDraftFiles(draftName, uploads)
  /** The submitted report; some of its files may not have been sent yet. */
  const [submittedReport, setSubmittedReport] = useState<ReportContent>()
  const [fileFailure, setFileFailure] = useState<keyof typeof fileFailureTexts>()
  const report = useReportHazard({
    zone,
    uploads,
    findPosition: positionField.settle,
    onReported: form => {
      setSubmittedReport(form)
      settle(edits)
      draftFiles.forget()
    },
    onSent: fileOutcome => {
      setFileFailure(fileOutcome === 'sent' || fileOutcome === 'waits' ? undefined : fileOutcome)
      if (fileOutcome === 'sent' || fileOutcome === 'waits') onClose()
    },
  })
  const isReported = submittedReport !== undefined
  const [sharedSource, setSharedSource] = useState<{ site: string | undefined }>()
  const fillInShared = useEffectEvent(({ files, text, site }: SharedFiles) => {
    setSharedSource({ site })
    if (text) set('description', appendText(values.description, text))
    void uploads.add(files)
  })
  // Files and text shared from another app belong to this report.
  useEffect(() => {
    consumeSharedFiles()
      .then(shared => shared && fillInShared(shared))
      .catch(() => undefined)
  }, [])
  const form: ReportContent = submittedReport ?? {
    ...completeReport(values),
    severity: hazardSeverities.find(option => option === values.severity) ?? defaultSeverity,
  }
  const isComplete = isReported || form.title !== ''
  const isWorking = report.isPending
  const isWaiting = positionField.isAwaited
  const workingLabel = isReported ? t`Sending…` : isWaiting ? t`Waiting for your position…` : t`Reporting…`
  return (
    <ActForm
      form={{
        act: report,
        submit: () => report.mutate(form),
        draft: {
          isRestored: !isReported && (isRestored || draftFiles.isRestored),
          discard() {
            reset()
            draftFiles.discard()
          },
        },
        onClose,
      }}
      label={isReported ? t`Send files again` : t`Report Notification`}
      workingLabel={workingLabel}
      disabled={!isComplete}
      failed={reportFailureText}
      buttons={
        isWaiting && (
          <Button variant="default" onClick={positionField.skip}>
            {t`Send without waiting`}
          </Button>
        )
      }
    >
      {fileFailure && !isWorking && (
        <ProblemAlert title={fileFailureTexts[fileFailure]}>
          {t`The hazard was reported. Send the missing files again, or close this without them.`}
        </ProblemAlert>
      )}
      {sharedSource && !isReported && (
        <Alert
          color="blue"
          icon={<IconShare2 size="1.25rem" aria-hidden />}
          title={
            sharedSource.site
              ? t`Shared from ${{ site: sharedSource.site }}: check before you send`
              : t`Shared from another app or site: check before you send`
          }
          role="status"
        >
          <Trans>
            Another app or site filled this in for you. Nothing is sent until you press Report Notification.
          </Trans>
        </Alert>
      )}
      <Text size="xs" c="dimmed">
        <Trans>
          Zone: <Name>{ph({ zone: zone.name })}</Name>
        </Trans>
      </Text>
      <FilePicker
        label={t`Photo or file`}
        help={t`Up to 5 photos or files, up to 10 MB each. Location data is removed from photos.`}
        isPhotoFirst
        uploads={uploads}
        most={maxFiles}
        disabled={isWorking}
        onRetry={isReported ? () => report.mutate(form) : undefined}
      />
      <TextInput
        label={t`Title`}
        placeholder={t`What’s wrong, and where?`}
        required
        maxLength={limits.titleMaxLength}
        value={submittedReport?.title ?? values.title}
        disabled={isReported}
        onChange={event => set('title', event.currentTarget.value)}
        // On a phone the keyboard would cover the photo, which comes first.
        data-autofocus={!isPhone || undefined}
      />
      {!isReported && <PositionField field={positionField} />}
      <Stack gap="xs">
        <Text id={severityId} span fw={600}>
          {t`Severity`}
        </Text>
        <SegmentedControl
          aria-labelledby={severityId}
          fullWidth
          disabled={isReported}
          value={form.severity}
          onChange={value => set('severity', value)}
          data={hazardSeverities.map(value => ({ value, label: severityLabels[value] }))}
        />
      </Stack>
      <Textarea
        label={t`Description`}
        description={t`Anything that helps to find and fix it. Without it, the title is the description too.`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.messageMaxLength}
        value={submittedReport?.description ?? values.description}
        disabled={isReported}
        onChange={event => set('description', event.currentTarget.value)}
      />
    </ActForm>
  )
}
