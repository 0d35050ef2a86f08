import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Group, Text } from '@mantine/core'
import type { Holiday } from '@muster/contract/shifts.ts'
import { IconCalendarPlus, IconChevronLeft, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ignoreMissing } from '../../lib/error-text.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { AddHolidaysDialog } from './add-holidays-dialog.tsx'
import { attendanceKeys } from './attendance-keys.ts'
import { dayText } from './shift-words.ts'

export function HolidayList({ zoneId, today }: { zoneId: string; today: string }) {
  const [year, setYear] = useState(Number(today.slice(0, 4)))
  const adding = useDialog()
  const [holidayToRemove, setHolidayToRemove] = useState<Holiday>()
  const query = useQuery(orpc.shifts.holidays.queryOptions({ input: { zoneId, year } }))
  const { data } = query
  const previousYear = year - 1
  const nextYear = year + 1
  const removedName = holidayToRemove?.name ?? ''
  const removedDay = holidayToRemove ? dayText(holidayToRemove.day) : ''
  return (
    <Flex component="section" direction="column" gap="sm" aria-label={t`Holidays`}>
      <Group justify="space-between" gap="xs">
        <h2>{t`Holidays`}</h2>
        <Group gap="xs">
          <ActionIcon
            icon={IconChevronLeft}
            iconSize="1.125rem"
            points
            variant="default"
            size={44}
            aria-label={t`Holidays in ${previousYear}`}
            onClick={() => setYear(previousYear)}
          />
          <span aria-live="polite">{year}</span>
          <ActionIcon
            icon={IconChevronRight}
            iconSize="1.125rem"
            points
            variant="default"
            size={44}
            aria-label={t`Holidays in ${nextYear}`}
            onClick={() => setYear(nextYear)}
          />
          {data?.mayChange && (
            <Button variant="default" icon={IconCalendarPlus} onClick={adding.open}>
              {t`Add holidays`}
            </Button>
          )}
        </Group>
      </Group>
      <Loaded query={query} failure={t`Failed to load holidays`} skeleton={2} inLine />
      {!data ? null : data.holidays.length === 0 ? (
        <Text size="xs" c="dimmed">
          <Trans>No holidays in {year}. Nobody is expected on a holiday.</Trans>
        </Text>
      ) : (
        <AgeGrey stale={query.isError}>
          <Rows framed aria-label={t`Holidays in ${year}`}>
            {data.holidays.map(holiday => (
              <HolidayRow
                key={holiday.day}
                holiday={holiday}
                onRemove={data.mayChange ? () => setHolidayToRemove(holiday) : undefined}
              />
            ))}
          </Rows>
        </AgeGrey>
      )}
      <AddHolidaysDialog
        zoneId={zoneId}
        {...adding.props}
        onAdded={day => setYear(Number(day.slice(0, 4)))}
      />
      {holidayToRemove && (
        <ConfirmDialog
          opened
          onClose={() => setHolidayToRemove(undefined)}
          title={t`Remove ${removedName}?`}
          confirmLabel={t`Remove holiday`}
          workingLabel={t`Removing…`}
          onConfirm={() => ignoreMissing(api.shifts.removeHoliday({ zoneId, day: holidayToRemove.day }))}
          failure={t`The holiday couldn’t be removed. Try again.`}
          done={t`Holiday removed`}
          invalidates={attendanceKeys}
        >
          {holidayToRemove.day < today
            ? t`Attendance on ${removedDay} will be compared with the expected hours, so people may be marked late or absent.`
            : t`People will be expected on ${removedDay} as usual.`}
        </ConfirmDialog>
      )}
    </Flex>
  )
}

type RowProps = { holiday: Holiday; onRemove: (() => void) | undefined }

function HolidayRow({ holiday: { day, name }, onRemove }: RowProps) {
  return (
    <li>
      <div>
        <Name>{name}</Name>{' '}
        <Text span size="xs" c="dimmed">
          {dayText(day)}
        </Text>
      </div>
      {onRemove && (
        <ActionIcon
          icon={IconTrash}
          iconSize="1.125rem"
          variant="default"
          size={44}
          aria-label={t`Remove ${name}`}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
