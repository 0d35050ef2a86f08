import { Button, TextInput } from '@mantine/core'
import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { IconPencil } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { FilePicker, useUploads } from '../files/public.ts'
import { BroadcastFields } from './broadcast-fields.tsx'
import { answersOf, type BroadcastForm, formOf, previewOf, targetOf } from './broadcast-form.ts'
import { BroadcastProblem } from './broadcast-problem.tsx'
import { attachmentHelp, attachmentTexts } from './broadcast-words.ts'
import classes from './broadcasts.module.css'
import { DraftNotice } from './draft-notice.tsx'
import { ReachPreview } from './reach-preview.tsx'
import { AttachmentError, sendAttachment } from './send-attachment.ts'
import { useBroadcastDraft } from './use-broadcast-draft.ts'

type Props = { broadcast: BroadcastDetail }

/** Opens a scheduled broadcast to be changed. */
export function EditButton({ broadcast }: Props) {
  const [opened, setOpened] = useState(false)
  // Groups of several zones can be chosen by a program alone; the form would lose them.
  if (broadcast.zoneId === null && broadcast.targetGroups.length > 0) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size="1.125rem" aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Edit
      </Button>
      <ResponsiveDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Edit Scheduled Broadcast"
        width={600}
      >
        <EditForm broadcast={broadcast} onClose={() => setOpened(false)} />
      </ResponsiveDialog>
    </>
  )
}

function EditForm({ broadcast, onClose }: Props & { onClose: () => void }) {
  const { id: broadcastId, zoneId, attachment } = broadcast
  const [saved] = useState(() => formOf(broadcast))
  const [keepsFile, setKeepsFile] = useState(true)
  const fileId = useRef<string>(undefined)
  const uploads = useUploads({ most: 1, ...attachmentTexts })
  const draft = useBroadcastDraft(`broadcast-edit-${broadcastId}`, saved, uploads.items[0]?.name)
  const { form, change } = draft
  const isWhole = form.title.trim() !== '' && form.message.trim() !== '' && form.sendAt !== ''
  const save = useAct({
    call: async (changed: BroadcastForm) => {
      const sentFile = await sendAttachment(uploads, zoneId, fileId)
      const { zoneId: _, ...target } = targetOf(changed, zoneId)
      const file = sentFile ?? (keepsFile ? undefined : null)
      return api.broadcasts.update({
        broadcastId,
        ...target,
        title: changed.title.trim(),
        message: changed.message.trim(),
        priority: changed.priority,
        answers: answersOf(changed),
        sendAt: new Date(changed.sendAt).toISOString(),
        ...(file !== undefined && { fileId: file }),
        updatedAt: broadcast.updatedAt,
      })
    },
    onDone: () => {
      draft.forget()
      onClose()
    },
    done: ({ people }) => [
      'Changes saved',
      `It will go to ${formatCount(people)} ${people === 1 ? 'person' : 'people'}.`,
    ],
    failed: error =>
      error instanceof AttachmentError ? error.message : errorTextWithTime(error, 'Failed to save changes'),
    invalidates: [orpc.broadcasts.key()],
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (isWhole) save.mutate(form)
      }}
    >
      <div className={classes.fields}>
        {save.isError && <BroadcastProblem error={save.error} failed="Failed to save changes" />}
        {draft.restored && <DraftNotice file={draft.restored.file} onStartAgain={draft.startAgain} />}
        <p className={classes.quiet}>
          To <Name>{broadcast.zoneName ?? 'all zones'}</Name>
        </p>
        <BroadcastFields
          form={form}
          onChange={change}
          zoneId={zoneId ?? undefined}
          chosenBefore={broadcast.targetGroups}
        />
        {attachment && keepsFile && uploads.items.length === 0 ? (
          <div className={classes.section}>
            <span className={classes.heading}>Attachment</span>
            <div className={classes.buttons}>
              <Name>{attachment.name}</Name>
              <Button variant="default" size="compact-md" onClick={() => setKeepsFile(false)}>
                Remove attachment
              </Button>
            </div>
          </div>
        ) : (
          <FilePicker
            label="Attachment"
            help={attachmentHelp}
            uploads={uploads}
            most={1}
            disabled={save.isPending}
            onRetry={() => save.mutate(form)}
          />
        )}
        <TextInput
          type="datetime-local"
          label="When"
          required
          value={form.sendAt}
          onChange={event => change({ sendAt: event.currentTarget.value })}
        />
        <ReachPreview input={previewOf(form, zoneId, broadcastId)} />
      </div>
      <FormButtons
        label="Save Changes"
        workingLabel="Saving…"
        working={save.isPending}
        disabled={!isWhole}
        onCancel={onClose}
      />
    </form>
  )
}
