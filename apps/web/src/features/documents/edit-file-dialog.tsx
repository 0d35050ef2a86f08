import { plural, t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import type { Document } from '@muster/contract/documents.ts'
import { api, orpc } from '../../lib/api.ts'
import { isDate } from '../../lib/dates.ts'
import { isoDay } from '../../lib/iso-day.ts'
import { inDialogAbout } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { addMonths, reviewIntervals } from './review-days.ts'

export const EditFileDialog = inDialogAbout('document', EditFileForm, { title: t`Edit File` })

type Values = { title: string; repeat: string; dueOn: string }

const toRepeat = ({ review }: Document): string =>
  review?.dueOn ? (review.everyMonths === null ? 'once' : String(review.everyMonths)) : 'never'

/** Without a repetition there is no review, so the day counts only with one. */
const toPlan = ({ repeat, dueOn }: Values) =>
  repeat === 'never' ? null : { dueOn, everyMonths: repeat === 'once' ? null : Number(repeat) }

function EditFileForm({ document, onClose }: { document: Document; onClose: () => void }) {
  const { id: documentId, zoneId } = document
  const form = useActForm({
    draft: `file-${documentId}`,
    values: (): Values => ({
      title: document.title,
      repeat: toRepeat(document),
      dueOn: document.review?.dueOn ?? '',
    }),
    fields: 'documents.rename',
    validate: {
      title: title => (title.trim() === '' ? t`Title is required` : null),
      dueOn: (dueOn, { repeat }) => (repeat !== 'never' && !isDate(dueOn) ? t`Choose a day` : null),
    },
    call: (values, { isDirty }) => {
      const title = values.title.trim()
      const isReviewChanged = isDirty('repeat') || isDirty('dueOn')
      return api.documents.rename({
        zoneId,
        documentId,
        title,
        ...(isReviewChanged && { review: toPlan(values) }),
      })
    },
    done: (_, { title }) => [t`File changed`, title.trim()],
    invalidates: [orpc.documents.key()],
    onClose,
  })
  const { repeat } = form.values
  return (
    <ActForm
      form={form}
      label={t`Save`}
      workingLabel={t`Saving…`}
      failed={t`The file couldn’t be changed. Try again.`}
    >
      <TextInput label={t`Title`} data-autofocus {...form.getInputProps('title')} />
      <Select
        label={t`Review`}
        description={t`The person who uploaded the file is reminded a week before and on the day.`}
        data={listChoices(repeat)}
        allowDeselect={false}
        {...form.getInputProps('repeat')}
        onChange={value => {
          if (value === null) return
          form.setFieldValue('repeat', value)
          const today = isoDay(new Date())
          if (Number(value) > 0 && form.values.dueOn === '')
            form.setFieldValue('dueOn', addMonths(today, Number(value)))
        }}
      />
      {repeat !== 'never' && (
        <TextInput type="date" label={t`Review by`} required {...form.getInputProps('dueOn')} />
      )}
    </ActForm>
  )
}

/** The repetitions to choose from; one that was set elsewhere stays among them. */
function listChoices(current: string) {
  const months = new Set<number>(reviewIntervals)
  if (Number(current) > 0) months.add(Number(current))
  return [
    { value: 'never', label: t`No review` },
    { value: 'once', label: t`Once` },
    ...[...months]
      .sort((a, b) => a - b)
      .map(count => ({ value: String(count), label: describeInterval(count) })),
  ]
}

function describeInterval(months: number): string {
  const years = months / 12
  return Number.isInteger(years)
    ? t`${plural(years, { one: 'Every year', other: 'Every # years' })}`
    : t`${plural(months, { one: 'Every month', other: 'Every # months' })}`
}
