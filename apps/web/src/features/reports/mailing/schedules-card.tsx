import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { maxReportSchedules, type ReportSchedule } from '@muster/contract/report-mailing.ts'
import {
  IconCalendarRepeat,
  IconDotsVertical,
  IconEdit,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { ignoreMissing } from '../../../lib/error-text.ts'
import { ActionIcon } from '../../../ui/action-icon.tsx'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { Menu } from '../../../ui/layout/menu.tsx'
import { Rows } from '../../../ui/layout/rows.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { formatMomentIn } from '../format-cell.ts'
import { MailingCard } from './mailing-card.tsx'
import { formatNames, scheduleName } from './mailing-words.ts'
import { ScheduleForm } from './schedule-form.tsx'

type Props = { zoneId: string; mayChange: boolean }

export function SchedulesCard({ zoneId, mayChange }: Props) {
  const [editedSchedule, setEditedSchedule] = useState<ReportSchedule | 'new'>()
  const [scheduleToRemove, setScheduleToRemove] = useState<ReportSchedule>()
  const query = useQuery(orpc.reportMailing.schedules.queryOptions({ input: { zoneId } }))
  const { schedules, timeZone } = query.data ?? {}
  const close = () => setEditedSchedule(undefined)
  const removedName = scheduleToRemove ? scheduleName(scheduleToRemove) : ''
  const addButton = mayChange && schedules && (
    <Button
      variant="default"
      icon={IconPlus}
      disabled={schedules.length >= maxReportSchedules}
      onClick={() => setEditedSchedule('new')}
    >
      {t`Add schedule`}
    </Button>
  )
  return (
    <MailingCard
      title={t`Scheduled reports`}
      text={
        timeZone
          ? t`Emailed at 06:00 (${timeZone}) on the day after each week, fortnight or month ends.`
          : t`Emailed at 06:00 on the day after each week, fortnight or month ends.`
      }
      query={query}
      failure={t`Failed to load scheduled reports`}
      act={schedules?.length !== 0 && addButton}
    >
      {schedules?.length === 0 && (
        <EmptyState
          icon={IconCalendarRepeat}
          title={t`No scheduled reports yet`}
          text={
            mayChange
              ? t`Add one to email reports to the recipients automatically.`
              : t`A zone manager can add them.`
          }
        >
          {addButton}
        </EmptyState>
      )}
      {timeZone && schedules && schedules.length > 0 && (
        <Rows>
          {schedules.map(it => (
            <ScheduleRow
              key={it.id}
              {...{ zoneId, mayChange, timeZone, schedule: it }}
              onEdit={() => setEditedSchedule(it)}
              onRemove={() => setScheduleToRemove(it)}
            />
          ))}
        </Rows>
      )}
      <ResponsiveDialog
        opened={editedSchedule !== undefined}
        onClose={close}
        title={editedSchedule === 'new' ? t`Add scheduled report` : t`Edit scheduled report`}
      >
        {editedSchedule && timeZone && (
          <ScheduleForm
            {...{ zoneId, timeZone }}
            schedule={editedSchedule === 'new' ? undefined : editedSchedule}
            onClose={close}
          />
        )}
      </ResponsiveDialog>
      <ConfirmDialog
        opened={scheduleToRemove !== undefined}
        onClose={() => setScheduleToRemove(undefined)}
        title={t`Remove ${removedName}?`}
        confirmLabel={t`Remove schedule`}
        workingLabel={t`Removing…`}
        onConfirm={() =>
          ignoreMissing(api.reportMailing.removeSchedule({ zoneId, scheduleId: scheduleToRemove?.id ?? '' }))
        }
        done={[t`Scheduled report removed`, t`It will no longer be emailed.`]}
        invalidates={[orpc.reportMailing.key()]}
        failure={t`The scheduled report couldn’t be removed. Try again.`}
      >
        {t`It will no longer be emailed, and its delivery history will be deleted.`}
      </ConfirmDialog>
    </MailingCard>
  )
}

type RowProps = Props & {
  timeZone: string
  schedule: ReportSchedule
  onEdit: () => void
  onRemove: () => void
}

function ScheduleRow({ zoneId, mayChange, timeZone, schedule, onEdit, onRemove }: RowProps) {
  const { id: scheduleId, kind, format, rhythm, startsOn, enabled, nextRunAt } = schedule
  const name = scheduleName(schedule)
  const next = nextRunAt && formatMomentIn(timeZone, nextRunAt)
  const toggle = useAct({
    call: () =>
      api.reportMailing.updateSchedule({
        zoneId,
        scheduleId,
        kind,
        format,
        rhythm,
        startsOn,
        enabled: !enabled,
      }),
    invalidates: [orpc.reportMailing.schedules.key()],
    failed: t`The scheduled report couldn’t be changed. Try again.`,
  })
  const rerun = useAct({
    call: () => api.reportMailing.rerun({ zoneId, scheduleId }),
    done: [t`Creating the report`, t`It covers the last full period and will be emailed to all recipients.`],
    invalidates: [orpc.reportMailing.key()],
    failed: t`The report couldn’t be run again. Try again.`,
  })
  return (
    <li>
      <div>
        <Group gap="4px 8px">
          <Text span inherit fw={600} dir="auto">
            {name}
          </Text>
          <StatusBadge
            status={enabled ? 'active' : 'inactive'}
            label={enabled ? t({ message: 'On', context: 'state' }) : t({ message: 'Off', context: 'state' })}
          />
        </Group>
        <Text size="xs" c="dimmed">
          {formatNames[format]}
          {next && (
            <>
              {' '}
              · <Trans>next {next}</Trans>
            </>
          )}
        </Text>
      </div>
      {mayChange && (
        <Group wrap="nowrap" align="stretch" gap="xs">
          <Button
            variant="default"
            icon={IconRefresh}
            loading={rerun.isPending}
            onClick={() => rerun.mutate()}
            aria-label={t`Run now: ${name}`}
          >
            {t`Run now`}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                icon={IconDotsVertical}
                size={44}
                aria-label={t`More options for ${name}`}
                loading={toggle.isPending}
              />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item icon={IconEdit} onClick={onEdit}>
                {t`Edit`}
              </Menu.Item>
              <Menu.Item
                leftSection={
                  enabled ? (
                    <IconPlayerPause size="1.125rem" aria-hidden />
                  ) : (
                    <IconPlayerPlay size="1.125rem" aria-hidden />
                  )
                }
                onClick={() => toggle.mutate()}
              >
                {enabled ? t`Turn off` : t`Turn on`}
              </Menu.Item>
              <Menu.Item color="red" icon={IconTrash} onClick={onRemove}>
                {t`Remove`}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      )}
    </li>
  )
}
