import { plural, t } from '@lingui/core/macro'
import type { Hazard } from '@muster/contract/hazards.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useChangeHazards } from './change-hazards.ts'
import { DueField, useDueField } from './due-field.tsx'

type Props = { hazards: readonly Hazard[]; opened: boolean; onClose: () => void; onDone: () => void }

/** Sets the due time of several hazards, or removes it. */
export function DueManyDialog({ opened, ...form }: Props) {
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={form.onClose}
      title={t`${plural(form.hazards.length, { one: 'Due time of # notification', other: 'Due time of # notifications' })}`}
    >
      <DueManyForm {...form} />
    </ResponsiveDialog>
  )
}

function DueManyForm({ hazards, onClose, onDone }: Omit<Props, 'opened'>) {
  const due = useDueField()
  const change = useChangeHazards({
    onDone: () => {
      onClose()
      onDone()
    },
  })
  return (
    <Form
      onSubmit={() => {
        if (due.check()) change.mutate({ hazards, change: { dueAt: due.dueAt } })
      }}
    >
      <DueField field={due} />
      <FormButtons
        label={due.dueAt ? t`Set due time` : t`Remove due time`}
        workingLabel={t`Saving…`}
        working={change.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}
