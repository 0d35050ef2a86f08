import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { SegmentedControl, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { Broadcast } from '@muster/contract/broadcasts.ts'
import { broadcastPriorities } from '@muster/domain/broadcast.ts'
import { limits } from '@muster/domain/limits.ts'
import { can } from '@muster/domain/permission.ts'
import { roleLabel, zoneRoles } from '@muster/domain/role.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { IconUsersPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatList } from '../../lib/format-list.ts'
import { rightsInZone } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { MultiSelect } from '../../ui/forms/select.tsx'
import { QuickGroupDialog } from '../groups/public.ts'
import { AnswerFields } from './answer-fields.tsx'
import { type BroadcastForm, withGroups } from './broadcast-form.ts'
import { priorityLabels, targetGroupName } from './broadcast-words.ts'

type Props = {
  form: BroadcastForm
  onChange: (changes: Partial<BroadcastForm>) => void
  /** The zone whose groups are offered. */
  zoneId: string | undefined
  /** Previously selected groups, some of which may have been deleted. They stay selected until the person removes them. */
  chosenBefore?: Broadcast['targetGroups']
}

const urgentOnlyRoles = formatList(
  zoneRoles.filter(role => !can(role, 'view_broadcasts')).map(role => i18n._(roleLabel(role))),
)

export function BroadcastFields({ form, onChange, zoneId, chosenBefore = [] }: Props) {
  const [isCreatingGroup, setIsCreatingGroup] = useState(false)
  const { profile } = useMe()
  const { find } = useSelectedZone()
  const mayCreateGroups = mayInZone(
    rightsInZone(profile.role, zoneId === undefined ? undefined : find(zoneId)),
    'manage_groups',
  )
  const priorityId = useId()
  const query = useQuery({
    ...orpc.broadcasts.groups.queryOptions({ input: zoneId ? { zoneId } : {} }),
    enabled: zoneId !== undefined,
  })
  const groups = query.data?.groups ?? []
  const isKnown = (id: string) => groups.some(group => group.id === id)
  // A restored draft may contain groups that have been deleted since, whose names are unknown.
  const unknownChosenGroups = form.groups
    .filter(id => !isKnown(id) && !chosenBefore.some(group => group.id === id))
    .map(id => ({ id, name: query.isFetching ? '…' : '', deleted: !query.isFetching }))
  const deletedGroups = [...chosenBefore.filter(({ id }) => !isKnown(id)), ...unknownChosenGroups]
  return (
    <>
      <TextInput
        label={t`Title`}
        required
        maxLength={limits.titleMaxLength}
        value={form.title}
        onChange={event => onChange({ title: event.currentTarget.value })}
        data-autofocus
      />
      <Textarea
        label={t`Message`}
        required
        autosize
        minRows={3}
        maxRows={10}
        maxLength={limits.messageMaxLength}
        value={form.message}
        onChange={event => onChange({ message: event.currentTarget.value })}
      />
      <Stack gap="xs">
        <Text id={priorityId} span fw={600}>
          {t`Priority`}
        </Text>
        <SegmentedControl
          aria-labelledby={priorityId}
          fullWidth
          value={form.priority}
          onChange={value =>
            onChange({ priority: broadcastPriorities.find(option => option === value) ?? form.priority })
          }
          data={broadcastPriorities.map(value => ({ value, label: priorityLabels[value] }))}
        />
        {form.priority === 'urgent' && (
          <Text size="xs" c="dimmed">
            {t`Urgent broadcasts reach every role, ignore quiet hours and are also sent by email.`}
          </Text>
        )}
      </Stack>
      <Switch
        label={t`Only people inside`}
        description={t`The list of recipients is fixed when the broadcast is sent. People who arrive later won’t get it.`}
        checked={form.insideOnly}
        onChange={event => onChange({ insideOnly: event.currentTarget.checked })}
      />
      <AnswerFields form={form} onChange={onChange} />
      {!form.allZones && (
        <Stack gap="xs">
          <MultiSelect
            label={t`Target groups`}
            description={t`Leave empty for all users.`}
            data={[
              ...groups.map(({ id, name, members }) => ({
                value: id,
                label: `${name} (${formatCount(members)})`,
              })),
              ...deletedGroups.map(group => ({ value: group.id, label: targetGroupName(group) })),
            ]}
            value={form.groups}
            onChange={chosenIds => onChange(withGroups(form, chosenIds))}
            error={form.mustChooseGroups && t`Choose a group, or send it to all users.`}
            searchable
            clearable
            nothingFoundMessage={t`No group with this name`}
          />
          {form.mustChooseGroups && (
            <Button
              variant="default"
              onClick={() => onChange({ mustChooseGroups: false })}
              style={{ alignSelf: 'flex-start' }}
            >
              {t`Send to all users`}
            </Button>
          )}
          {mayCreateGroups && (
            <Button
              variant="subtle"
              icon={IconUsersPlus}
              onClick={() => setIsCreatingGroup(true)}
              style={{ alignSelf: 'flex-start' }}
            >
              {t`Create New Group`}
            </Button>
          )}
        </Stack>
      )}
      <MultiSelect
        label={t`Target roles`}
        description={t`Leave empty for all roles. ${urgentOnlyRoles} get urgent broadcasts only.`}
        data={zoneRoles.map(value => ({ value, label: i18n._(roleLabel(value)) }))}
        value={form.roles}
        onChange={chosenRoles => onChange({ roles: zoneRoles.filter(role => chosenRoles.includes(role)) })}
        clearable
      />
      <QuickGroupDialog
        zoneId={zoneId}
        opened={isCreatingGroup}
        onClose={() => setIsCreatingGroup(false)}
        onCreated={({ id }) => onChange(withGroups(form, [...form.groups, id]))}
      />
    </>
  )
}
