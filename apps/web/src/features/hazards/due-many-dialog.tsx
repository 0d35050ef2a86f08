import { plural, t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import type { Hazard } from '@muster/contract/hazards.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useChangeHazards } from './change-hazards.ts'
import { DueField, useDueField } from './due-field.tsx'

type Props = { hazards: readonly Hazard[]; onClose: () => void; onDone: () => void }

export const DueManyDialog = inDialog(DueManyForm, {
  title: form =>
    t`${plural(form.hazards.length, { one: 'Due time of # hazard', other: 'Due time of # hazards' })}`,
})

function DueManyForm({ hazards, onClose, onDone }: Props) {
  const due = useDueField()
  const change = useChangeHazards({
    onDone: () => {
      onClose()
      onDone()
    },
  })
  return (
    <ActForm
      form={{
        act: change,
        submit: () => due.check() && change.mutate({ hazards, change: { dueAt: due.dueAt } }),
        onClose,
      }}
      label={t`Set due time`}
      workingLabel={t`Saving…`}
      disabled={due.dueAt === null}
      buttons={
        hazards.some(hazard => hazard.dueAt) && (
          <Button
            variant="subtle"
            color="gray"
            disabled={change.isPending}
            onClick={() => change.mutate({ hazards, change: { dueAt: null } })}
          >
            {t`Remove due times`}
          </Button>
        )
      }
    >
      <DueField field={due} />
    </ActForm>
  )
}
