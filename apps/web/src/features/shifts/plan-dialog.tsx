import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Chip, Group, Input, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { ShiftPlan } from '@muster/contract/shifts.ts'
import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { attendanceKeys } from './attendance-keys.ts'
import { unknownGroup, weekdays } from './shift-words.ts'

type Props = {
  zoneId: string
  /** Today in the zone's time zone. */
  today: string
  /** The plan to change, or undefined for a new one. */
  plan: ShiftPlan | undefined
  onClose: () => void
}

export const PlanDialog = inDialog(PlanForm, { title: props => (props.plan ? t`Edit hours` : t`Add hours`) })

const everybodyValue = 'everybody'

function PlanForm({ zoneId, today, plan, onClose }: Props) {
  const groupsQuery = useQuery(orpc.groups.list.queryOptions({ input: { zoneId, limit: 200 } }))
  const form = useActForm({
    draft: `hours-${zoneId}-${plan?.id ?? 'new'}`,
    values: () => ({
      requestId: uuidV7(),
      name: plan?.name ?? '',
      groupId: plan?.groupId ?? everybodyValue,
      days: (plan?.days ?? [1, 2, 3, 4, 5]).map(String),
      starts: plan?.starts ?? '08:00',
      ends: plan?.ends ?? '17:00',
      graceMinutes: plan?.graceMinutes ?? 10,
      validFrom: plan?.validFrom ?? today,
      validUntil: plan?.validUntil ?? '',
    }),
    fields: 'shifts.updatePlan',
    validateInputOnBlur: true,
    validate: {
      name: name => (name.trim() === '' ? t`Name is required` : null),
      days: days => (days.length === 0 ? t`Choose at least one day` : null),
      starts: time => (time === '' ? t`Choose a time` : null),
      ends: time => (time === '' ? t`Choose a time` : null),
      validFrom: day => (day === '' ? t`Choose a day` : null),
      validUntil: (day, { validFrom }) =>
        day !== '' && day < validFrom ? t`The last day is before the first day.` : null,
    },
    call: async ({ requestId, groupId, days, validUntil, ...rest }) => {
      const fields = {
        ...rest,
        zoneId,
        groupId: groupId === everybodyValue ? null : groupId,
        days: days.map(Number),
        starts: rest.starts.slice(0, 5),
        ends: rest.ends.slice(0, 5),
        graceMinutes: Number(rest.graceMinutes) || 0,
        validUntil: validUntil === '' ? null : validUntil,
      }
      if (plan) await api.shifts.updatePlan({ ...fields, planId: plan.id })
      else await api.shifts.createPlan({ ...fields, requestId })
    },
    done: plan ? t`Hours changed` : t`Hours added`,
    invalidates: attendanceKeys,
    refused: { GROUP_NOT_FOUND: 'groupId' },
    onClose,
  })
  const { starts, ends } = form.values
  const planGroups = plan?.groupId ? [{ id: plan.groupId, name: plan.groupName ?? unknownGroup }] : []
  const otherGroups = (groupsQuery.data?.rows ?? []).filter(group => group.id !== plan?.groupId)
  return (
    <ActForm
      form={form}
      label={plan ? t`Save hours` : t`Add hours`}
      workingLabel={t`Saving…`}
      failed={t`The hours couldn’t be saved. Try again.`}
    >
      <TextInput label={t`Name`} placeholder={t`Day shift`} {...form.getInputProps('name')} data-autofocus />
      <Select
        label={t`Applies to`}
        data={[
          { value: everybodyValue, label: t`Everyone` },
          ...[...planGroups, ...otherGroups].map(({ id, name }) => ({ value: id, label: name })),
        ]}
        allowDeselect={false}
        searchable={otherGroups.length > 8}
        description={
          groupsQuery.isPending
            ? t`Loading groups…`
            : t`For its members, a group’s hours override the hours for everyone.`
        }
        {...form.getInputProps('groupId')}
      />
      {groupsQuery.isError && <FailedLine text={t`Failed to load groups`} query={groupsQuery} />}
      <fieldset>
        <legend>{t`Days`}</legend>
        <Chip.Group multiple {...form.getInputProps('days')}>
          <Group gap="xs">
            {weekdays.map(({ value, short, long }) => (
              <Chip
                key={value}
                value={String(value)}
                styles={{ label: { minHeight: 44, paddingInline: 14 } }}
                aria-label={long}
              >
                {short}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {form.errors.days && <Input.Error mt={4}>{form.errors.days}</Input.Error>}
      </fieldset>
      <SimpleGrid minColWidth="min(100%, 140px)" autoFlow="auto-fit" spacing="sm">
        <TextInput
          type="time"
          label={t({ message: 'From', context: 'time' })}
          required
          {...form.getInputProps('starts')}
        />
        <TextInput
          type="time"
          label={t({ message: 'To', context: 'time' })}
          required
          description={starts && ends && ends <= starts ? t`Ends the next day.` : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('ends')}
        />
        <NumberInput
          label={t`Grace period in minutes`}
          min={0}
          max={limits.shiftGraceMost}
          allowDecimal={false}
          clampBehavior="strict"
          {...form.getInputProps('graceMinutes')}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        <Trans>
          People can arrive this many minutes late, or leave this many minutes early, without it being
          counted.
        </Trans>
      </Text>
      <SimpleGrid minColWidth="min(100%, 140px)" autoFlow="auto-fit" spacing="sm">
        <TextInput type="date" label={t`First day`} required {...form.getInputProps('validFrom')} />
        <TextInput type="date" label={t`Last day`} {...form.getInputProps('validUntil')} />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        <Trans>
          The hours apply from the first day, and to each person from the day they joined the zone.
        </Trans>
      </Text>
    </ActForm>
  )
}
