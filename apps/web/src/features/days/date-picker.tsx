import { ActionIcon, Group, TextInput } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { isDate, shiftDate } from '../../lib/dates.ts'

type Props = { date: string; today: string; onChange: (date: string) => void }

/** Which day: a field, and a button to the day before and the day after. Never tomorrow, and not before anything is kept. */
export function DatePicker({ date, today, onChange }: Props) {
  const first = shiftDate(today, -limits.retentionDays)
  return (
    <Group wrap="nowrap" gap={4}>
      <ActionIcon
        variant="default"
        aria-label="Day before"
        disabled={date <= first}
        onClick={() => onChange(shiftDate(date, -1))}
      >
        <IconChevronLeft size="1.125rem" aria-hidden />
      </ActionIcon>
      <TextInput
        type="date"
        // With large letters the field gives way, not the buttons beside it.
        miw={0}
        styles={{ input: { paddingInline: 8 } }}
        aria-label="Day"
        value={date}
        min={first}
        max={today}
        onChange={event => {
          const { value } = event.currentTarget
          if (isDate(value) && value <= today) onChange(value)
        }}
      />
      <ActionIcon
        variant="default"
        aria-label="Day after"
        disabled={date >= today}
        onClick={() => onChange(shiftDate(date, 1))}
      >
        <IconChevronRight size="1.125rem" aria-hidden />
      </ActionIcon>
    </Group>
  )
}
