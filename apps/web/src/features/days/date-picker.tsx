import { t } from '@lingui/core/macro'
import { Group, TextInput } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { isDate, shiftDate } from '../../lib/dates.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'

type Props = { date: string; today: string; onChange: (date: string) => void }

/** Rejects future days, and offers no days before the retention period. */
export function DatePicker({ date, today, onChange }: Props) {
  const minDate = shiftDate(today, -limits.retentionDays)
  return (
    <Group wrap="nowrap" gap={4}>
      <ActionIcon
        icon={IconChevronLeft}
        iconSize="1.125rem"
        points
        variant="default"
        aria-label={t`Previous day`}
        disabled={date <= minDate}
        onClick={() => onChange(shiftDate(date, -1))}
      />
      <TextInput
        type="date"
        // With large text the field shrinks rather than the buttons beside it.
        miw={0}
        styles={{ input: { paddingInline: 8 } }}
        aria-label={t`Day`}
        value={date}
        min={minDate}
        max={today}
        onChange={event => {
          const { value } = event.currentTarget
          if (isDate(value) && value <= today) onChange(value)
        }}
      />
      <ActionIcon
        icon={IconChevronRight}
        iconSize="1.125rem"
        points
        variant="default"
        aria-label={t`Next day`}
        disabled={date >= today}
        onClick={() => onChange(shiftDate(date, 1))}
      />
    </Group>
  )
}
