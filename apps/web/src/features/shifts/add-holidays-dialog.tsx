import { plural, t } from '@lingui/core/macro'
import { Text, TextInput } from '@mantine/core'
import type { Holiday } from '@muster/contract/shifts.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ClipboardEvent } from 'react'
import { api } from '../../lib/api.ts'
import { isDate } from '../../lib/dates.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { attendanceKeys } from './attendance-keys.ts'
import { parseHolidays } from './shift-words.ts'
import classes from './shifts.module.css'

type Props = {
  zoneId: string
  onClose: () => void
  /** Called with the first of the added days. */
  onAdded: (day: string) => void
}

export const AddHolidaysDialog = inDialog(AddHolidaysForm, { title: t`Add holidays` })

const blankHoliday: Holiday = { day: '', name: '' }

function AddHolidaysForm({ zoneId, onClose, onAdded }: Props) {
  const form = useActForm({
    values: () => ({ holidays: [blankHoliday] }),
    validateInputOnBlur: true,
    validate: {
      holidays: {
        day: day => (isDate(day) ? null : t`Choose a day`),
        name: name => (name.trim() === '' ? t`Name is required` : null),
      },
    },
    call: ({ holidays }) => api.shifts.addHolidays({ zoneId, holidays }),
    onDone: (_, { holidays: [first] }) => first && onAdded(first.day),
    done: ({ added }) => t`${plural(added, { one: '# holiday added', other: '# holidays added' })}`,
    invalidates: attendanceKeys,
    onClose,
  })
  const { holidays } = form.values
  /** Replaces a row with the holidays from a list pasted into it. */
  const paste = (index: number) => (event: ClipboardEvent) => {
    const pastedHolidays = parseHolidays(event.clipboardData.getData('text')).holidays
    if (pastedHolidays.length === 0) return
    event.preventDefault()
    form.setFieldValue(
      'holidays',
      holidays.toSpliced(index, 1, ...pastedHolidays).slice(0, limits.holidaysAtOnce),
    )
  }
  return (
    <ActForm
      form={form}
      label={t`Add holidays`}
      workingLabel={t`Adding…`}
      failed={t`The holidays couldn’t be added. Try again.`}
    >
      {holidays.map((_, index) => {
        const number = index + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the form stores its values by index
          <fieldset key={index} className={classes.holiday} aria-label={t`Holiday ${number}`}>
            <TextInput
              type="date"
              label={t`Day`}
              required
              {...form.getInputProps(`holidays.${index}.day`)}
              data-autofocus={index === 0 || undefined}
            />
            <TextInput
              label={t`Name`}
              placeholder={t`Christmas`}
              required
              maxLength={80}
              {...form.getInputProps(`holidays.${index}.name`)}
              onPaste={paste(index)}
            />
            {holidays.length > 1 && (
              <ActionIcon
                icon={IconX}
                iconSize="1.125rem"
                size={44}
                aria-label={t`Remove holiday ${number}`}
                onClick={() => form.removeListItem('holidays', index)}
              />
            )}
          </fieldset>
        )
      })}
      <Button
        variant="default"
        icon={IconPlus}
        disabled={holidays.length >= limits.holidaysAtOnce}
        onClick={() => form.insertListItem('holidays', blankHoliday)}
        style={{ justifySelf: 'start' }}
      >
        {t`Add another`}
      </Button>
      <Text size="xs" c="dimmed">
        {t`To add several at once, paste lines such as “2026-12-25 Christmas” into a name field.`}
      </Text>
    </ActForm>
  )
}
