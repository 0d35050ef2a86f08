import { Button, Checkbox, MultiSelect, SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core'
import { broadcastPriorities } from '@muster/domain/broadcast.ts'
import { limits } from '@muster/domain/limits.ts'
import { can } from '@muster/domain/permission.ts'
import { roleLabel, zoneRoles } from '@muster/domain/role.ts'
import { IconUsersPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { FilePicker, useUploads } from '../files/public.ts'
import { QuickGroupDialog } from '../groups/public.ts'
import { ZoneSelect } from '../users/public.ts'
import { AnswerFields } from './answer-fields.tsx'
import { type BroadcastForm, emptyForm, targetOf } from './broadcast-form.ts'
import { priorityWords } from './broadcast-words.ts'
import classes from './broadcasts.module.css'
import { ChooseTemplate } from './choose-template.tsx'
import { KeepTemplate } from './keep-template.tsx'
import { ReachPreview } from './reach-preview.tsx'
import { useSendBroadcast } from './use-send-broadcast.ts'

type Props = { opened: boolean; onClose: () => void }

/** A new broadcast: what it says, to whom, with what file, when, and which answers it asks for. */
export function SendBroadcastDialog({ opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Send New Broadcast" width={600}>
      <SendForm onClose={onClose} />
    </ResponsiveDialog>
  )
}

const texts = { tooLarge: 'File size must be less than 10MB', failed: 'Failed to upload attachment' }
/** The roles of a zone that read broadcasts. */
const readers = zoneRoles.filter(role => can(role, 'view_broadcasts'))

function SendForm({ onClose }: { onClose: () => void }) {
  const { zone, isZoneBound, may, select } = useSelectedZone()
  const [form, setForm] = useState<BroadcastForm>(emptyForm)
  const [createsGroup, setCreatesGroup] = useState(false)
  const priorityId = useId()
  const uploads = useUploads({ most: 1, ...texts })
  const change = (changes: Partial<BroadcastForm>) => setForm(now => ({ ...now, ...changes }))
  const send = useSendBroadcast({ zoneId: zone?.id ?? null, uploads, onSent: onClose })
  const groups = useQuery({
    ...orpc.broadcasts.groups.queryOptions({ input: zone ? { zoneId: zone.id } : {} }),
    enabled: zone !== undefined,
  })
  const isWhole =
    form.title.trim() !== '' && form.message.trim() !== '' && (form.allZones || zone !== undefined)
  const mayAll = !isZoneBound && may('broadcast')
  const isTimed = !form.later || form.sendAt !== ''
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (isWhole && isTimed) send.mutate(form)
      }}
    >
      <div className={classes.fields}>
        {send.isError && (
          <ProblemAlert>
            {send.error.name === 'AttachmentError'
              ? send.error.message
              : errorTextWithTime(send.error, 'Failed to send broadcast')}
          </ProblemAlert>
        )}
        {mayAll && (
          <>
            <Checkbox
              label="To all zones"
              checked={form.allZones}
              onChange={event => change({ allZones: event.currentTarget.checked })}
            />
            {!form.allZones && <ZoneSelect zone={zone} label="Zone" onPick={({ id }) => select(id)} />}
          </>
        )}
        {zone && !form.allZones && <ChooseTemplate zoneId={zone.id} form={form} onChange={setForm} />}
        <TextInput
          label="Title"
          required
          maxLength={limits.titleMaxLength}
          value={form.title}
          onChange={event => change({ title: event.currentTarget.value })}
          data-autofocus
        />
        <Textarea
          label="Message"
          required
          autosize
          minRows={3}
          maxRows={10}
          maxLength={limits.messageMaxLength}
          value={form.message}
          onChange={event => change({ message: event.currentTarget.value })}
        />
        <div className={classes.section}>
          <span id={priorityId} className={classes.heading}>
            Priority
          </span>
          <SegmentedControl
            aria-labelledby={priorityId}
            fullWidth
            value={form.priority}
            onChange={value =>
              change({ priority: broadcastPriorities.find(one => one === value) ?? form.priority })
            }
            data={broadcastPriorities.map(value => ({ value, label: priorityWords[value] }))}
          />
          {form.priority === 'urgent' && (
            <p className={classes.quiet}>Urgent ones pass quiet hours, and go out by mail as well.</p>
          )}
        </div>
        {!form.allZones && (
          <div className={classes.section}>
            <MultiSelect
              label="Target groups"
              description="Without any, it goes to all users."
              data={(groups.data?.groups ?? []).map(({ id, name, members }) => ({
                value: id,
                label: `${name} (${members})`,
              }))}
              value={form.groups}
              onChange={chosen => change({ groups: chosen })}
              searchable
              clearable
              nothingFoundMessage="No group with this name"
            />
            <Button
              variant="subtle"
              leftSection={<IconUsersPlus size="1.125rem" aria-hidden />}
              onClick={() => setCreatesGroup(true)}
              style={{ justifySelf: 'start' }}
            >
              Create New Group
            </Button>
          </div>
        )}
        <MultiSelect
          label="Target roles"
          description="Without any, it goes to all roles."
          data={readers.map(value => ({ value, label: roleLabel(value) }))}
          value={form.roles}
          onChange={chosen => change({ roles: readers.filter(one => chosen.includes(one)) })}
          clearable
        />
        <Switch
          label="Only those who are inside now"
          description="Who that is when it is sent is kept with it."
          checked={form.insideOnly}
          onChange={event => change({ insideOnly: event.currentTarget.checked })}
        />
        <AnswerFields form={form} onChange={change} />
        <FilePicker
          label="Attachment"
          help="One file of at most 10 MB: image, video, PDF, Word, Excel. Photos are resized and their location is removed."
          uploads={uploads}
          most={1}
          disabled={send.isPending}
          onRetry={() => send.mutate(form)}
        />
        <div className={classes.section}>
          <Switch
            label="Send later"
            checked={form.later}
            onChange={event => change({ later: event.currentTarget.checked })}
          />
          {form.later && (
            <TextInput
              type="datetime-local"
              label="When"
              required
              value={form.sendAt}
              onChange={event => change({ sendAt: event.currentTarget.value })}
            />
          )}
        </div>
        {zone && !form.allZones && <KeepTemplate zoneId={zone.id} form={form} />}
        {(zone || form.allZones) && <ReachPreview target={targetOf(form, zone?.id ?? null)} />}
      </div>
      <FormButtons
        label={form.later ? 'Schedule Broadcast' : 'Send Broadcast'}
        workingLabel="Sending…"
        working={send.isPending}
        disabled={!isWhole || !isTimed}
        onCancel={onClose}
      />
      <QuickGroupDialog
        zoneId={zone?.id}
        opened={createsGroup}
        onClose={() => setCreatesGroup(false)}
        onCreated={({ id }) => change({ groups: [...form.groups, id] })}
      />
    </form>
  )
}
