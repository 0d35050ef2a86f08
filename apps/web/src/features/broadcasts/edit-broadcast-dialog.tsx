import { ph, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { useRef, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { formatClock } from '../../lib/format-time.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { FilePicker, useUploads } from '../files/public.ts'
import { BroadcastFields } from './broadcast-fields.tsx'
import { type BroadcastForm, hasAudience, toForm, toPreviewInput, toSendInput } from './broadcast-form.ts'
import { BroadcastProblem } from './broadcast-problem.tsx'
import { attachmentHelp, attachmentTexts } from './broadcast-words.ts'
import { BroadcastDraftNotice } from './draft-notice.tsx'
import { ReachPreview } from './reach-preview.tsx'
import { AttachmentError, sendAttachment } from './send-attachment.ts'
import { editDraftName, useBroadcastDraft } from './use-broadcast-draft.ts'
import { useSendBroadcast } from './use-send-broadcast.ts'

type Props = { broadcast: BroadcastDetail; onClose: () => void }

/** False if the API targeted groups from several zones, which the form would drop. */
export const isEditable = ({ mayManage, state, zoneId, targetGroups }: BroadcastDetail): boolean =>
  mayManage && state === 'scheduled' && (zoneId !== null || targetGroups.length === 0)

/** Edits a scheduled broadcast. The dialog stays open if the broadcast is sent meanwhile, so that no text is lost. */
export const EditBroadcastDialog = inDialog(EditForm, { title: t`Edit scheduled broadcast`, width: 600 })

function EditForm({ broadcast, onClose }: Props) {
  const { id: broadcastId, zoneId, attachment } = broadcast
  const currentForm = toForm(broadcast)
  const [savedForm, setSavedForm] = useState(currentForm)
  const [keepsFile, setKeepsFile] = useState(true)
  const uploadedFileIdRef = useRef<string>(undefined)
  const uploads = useUploads({ most: 1, ...attachmentTexts })
  const draft = useBroadcastDraft(editDraftName(broadcastId), savedForm, uploads.items[0]?.name)
  const { form, change } = draft
  const isScheduled = broadcast.state === 'scheduled'
  const isComplete =
    form.title.trim() !== '' &&
    form.message.trim() !== '' &&
    (form.sendAt !== '' || !isScheduled) &&
    hasAudience(form)
  const close = () => {
    draft.forget()
    onClose()
  }
  const send = useSendBroadcast({ zoneId, draft, uploads, onSent: close })
  const discard = () => {
    for (const { id } of uploads.items) uploads.remove(id)
    setKeepsFile(true)
    setSavedForm(currentForm)
    draft.startAgain(currentForm)
  }
  const save = useAct({
    call: async (changedForm: BroadcastForm) => {
      const sentFile = await sendAttachment(uploads, zoneId, uploadedFileIdRef)
      const { zoneId: _, sendAt: __, ...input } = toSendInput(changedForm, zoneId)
      const file = sentFile ?? (keepsFile ? undefined : null)
      return api.broadcasts.update({
        broadcastId,
        ...input,
        sendAt: new Date(changedForm.sendAt).toISOString(),
        ...(file !== undefined && { fileId: file }),
        updatedAt: broadcast.updatedAt,
      })
    },
    onDone: close,
    done: ({ people }) => [
      t`Changes saved`,
      t`It will go to ${plural(people, { one: '# person', other: '# people' })}.`,
    ],
    failed: error =>
      error instanceof AttachmentError
        ? error.message
        : errorTextWithTime(error, t`Your changes couldn’t be saved. Try again.`),
    invalidates: [orpc.broadcasts.key()],
  })
  const submit = () => (isScheduled ? save.mutate(form) : send.mutate({ ...form, later: false }))
  const isWorking = save.isPending || send.isPending
  // The user's own save also changes the broadcast and must not count as somebody else's.
  const isOutdated =
    isScheduled && !save.isPending && !save.isSuccess && draft.basis !== JSON.stringify(currentForm)
  return (
    <ActForm
      form={{ act: { isPending: isWorking, error: null }, submit, onClose }}
      label={isScheduled ? t`Save Changes` : t`Send as New Broadcast`}
      workingLabel={isScheduled ? t`Saving…` : t`Sending…`}
      disabled={!isComplete}
    >
      {save.isError && (
        <BroadcastProblem error={save.error} failed={t`Your changes couldn’t be saved. Try again.`} />
      )}
      {send.isError && <BroadcastProblem error={send.error} failed={t`Failed to send broadcast`} />}
      {!isScheduled && <NotSavedAlert broadcast={broadcast} />}
      {isOutdated && (
        <ProblemAlert title={t`Someone changed this broadcast`}>
          <Stack gap="xs">
            {t`If you save your version, it will replace their changes.`}
            <Button variant="default" onClick={discard} style={{ alignSelf: 'flex-start' }}>
              {t`Use their version`}
            </Button>
          </Stack>
        </ProblemAlert>
      )}
      <BroadcastDraftNotice restored={draft.restored} onDiscard={discard} />
      <Text size="xs" c="dimmed">
        {broadcast.zoneName === null ? (
          t`To all zones`
        ) : (
          <Trans>
            To <Name>{ph({ zone: broadcast.zoneName })}</Name>
          </Trans>
        )}
      </Text>
      <BroadcastFields
        form={form}
        onChange={change}
        zoneId={zoneId ?? undefined}
        chosenBefore={broadcast.targetGroups}
      />
      {attachment && isScheduled && keepsFile && uploads.items.length === 0 ? (
        <Stack gap="xs">
          <Text span fw={600}>
            {t`Attachment`}
          </Text>
          <Group gap="xs">
            <Name>{attachment.name}</Name>
            <Button variant="default" size="compact-md" onClick={() => setKeepsFile(false)}>
              {t`Remove attachment`}
            </Button>
          </Group>
        </Stack>
      ) : (
        <FilePicker
          label={t`Attachment`}
          help={attachmentHelp}
          uploads={uploads}
          most={1}
          disabled={isWorking}
          onRetry={submit}
        />
      )}
      {isScheduled && (
        <TextInput
          type="datetime-local"
          label={t`When`}
          required
          value={form.sendAt}
          onChange={event => change({ sendAt: event.currentTarget.value })}
        />
      )}
      {hasAudience(form) && (
        <ReachPreview input={toPreviewInput(form, zoneId, isScheduled ? broadcastId : undefined)} />
      )}
    </ActForm>
  )
}

function NotSavedAlert({ broadcast: { state, sentAt } }: Pick<Props, 'broadcast'>) {
  return (
    <ProblemAlert title={t`Your changes weren’t saved`}>
      {state === 'recalled'
        ? t`This broadcast was recalled. You can send your version as a new one.`
        : sentAt
          ? t`This broadcast was sent at ${{ time: formatClock(new Date(sentAt), new Date()) }}. You can send your version as a new one.`
          : t`This broadcast was sent. You can send your version as a new one.`}
    </ProblemAlert>
  )
}
