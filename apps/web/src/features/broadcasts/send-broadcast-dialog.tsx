import { t } from '@lingui/core/macro'
import { Checkbox, Stack, Switch, TextInput } from '@mantine/core'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useHeldValue } from '../../lib/use-held-value.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { ZoneSelect } from '../../ui/pick-zone.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { FilePicker, useUploads } from '../files/public.ts'
import { BroadcastFields } from './broadcast-fields.tsx'
import {
  callForm,
  emptyForm,
  hasAudience,
  toPreviewInput,
  toSendInput,
  withGroups,
} from './broadcast-form.ts'
import { BroadcastProblem } from './broadcast-problem.tsx'
import { attachmentHelp, attachmentTexts } from './broadcast-words.ts'
import { ChooseTemplate } from './choose-template.tsx'
import { BroadcastDraftNotice, OtherDraftNotice } from './draft-notice.tsx'
import { ReachPreview } from './reach-preview.tsx'
import { SaveTemplate } from './save-template.tsx'
import { useBroadcastDraft } from './use-broadcast-draft.ts'
import { useSendBroadcast } from './use-send-broadcast.ts'

type Props = {
  opened: boolean
  /** True if the form starts as an urgent question to everyone inside. */
  callsInside: boolean
  onClose: () => void
}

export function SendBroadcastDialog({ opened, callsInside, onClose }: Props) {
  // While the dialog closes, the address no longer names the call.
  const isCall = useHeldValue(callsInside, !opened)
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={onClose}
      title={isCall ? t`Call everyone inside` : t`Send New Broadcast`}
      width={600}
      keptInAddress
    >
      <SendForm key={isCall ? 'call' : 'send'} callsInside={isCall} onClose={onClose} />
    </ResponsiveDialog>
  )
}

function SendForm({ callsInside, onClose }: Omit<Props, 'opened'>) {
  const { zone, isZoneBound, may, select } = useSelectedZone()
  const uploads = useUploads({ most: 1, ...attachmentTexts })
  // A call has a draft of its own, so that an old draft never replaces its audience and priority.
  const draft = useBroadcastDraft(
    `broadcast-${callsInside ? 'call-' : ''}${zone?.id ?? 'no-zone'}`,
    callsInside ? callForm : emptyForm,
    uploads.items[0]?.name,
  )
  const { form, change } = draft
  const send = useSendBroadcast({
    zoneId: zone?.id ?? null,
    draft,
    uploads,
    onSent: () => {
      draft.forget()
      onClose()
    },
  })
  const isComplete =
    form.title.trim() !== '' &&
    form.message.trim() !== '' &&
    (form.allZones || zone !== undefined) &&
    hasAudience(form)
  const maySendToAll = !isZoneBound && may('broadcast')
  const hasSendTime = !form.later || form.sendAt !== ''
  return (
    <ActForm
      form={{ act: send, submit: () => send.mutate(form), onClose }}
      label={form.later ? t`Schedule Broadcast` : t`Send Broadcast`}
      workingLabel={t`Sending…`}
      disabled={!isComplete || !hasSendTime}
      buttons={
        (zone || form.allZones) &&
        hasAudience(form) && <ReachPreview input={toPreviewInput(form, zone?.id ?? null)} />
      }
    >
      {send.isError && <BroadcastProblem error={send.error} failed={t`Failed to send broadcast`} />}
      {draft.mayBeSent(toSendInput(form, zone?.id ?? null)) && (
        <ProblemAlert title={t`Your first version may already have been sent`}>
          {t`Check the list before you send this one. People may get both.`}
        </ProblemAlert>
      )}
      <BroadcastDraftNotice
        restored={draft.restored}
        onDiscard={() => {
          for (const { id } of uploads.items) uploads.remove(id)
          draft.startAgain()
        }}
      />
      {draft.openOther && <OtherDraftNotice onOpen={draft.openOther} />}
      {maySendToAll && (
        <>
          <Checkbox
            label={t`To all zones`}
            checked={form.allZones}
            onChange={event => change({ allZones: event.currentTarget.checked })}
          />
          {!form.allZones && (
            <ZoneSelect
              zone={zone}
              label={t`Zone`}
              onPick={({ id }) => {
                change(withGroups(form, []))
                select(id)
              }}
            />
          )}
        </>
      )}
      {zone && !form.allZones && <ChooseTemplate zoneId={zone.id} form={form} onChange={change} />}
      <BroadcastFields form={form} onChange={change} zoneId={zone?.id} />
      <FilePicker
        label={t`Attachment`}
        help={attachmentHelp}
        uploads={uploads}
        most={1}
        disabled={send.isPending}
        onRetry={() => send.mutate(form)}
      />
      <Stack gap="xs">
        <Switch
          label={t`Send later`}
          checked={form.later}
          onChange={event => change({ later: event.currentTarget.checked })}
        />
        {form.later && (
          <TextInput
            type="datetime-local"
            label={t`When`}
            required
            value={form.sendAt}
            onChange={event => change({ sendAt: event.currentTarget.value })}
          />
        )}
      </Stack>
      {zone && !form.allZones && <SaveTemplate zoneId={zone.id} form={form} />}
    </ActForm>
  )
}
