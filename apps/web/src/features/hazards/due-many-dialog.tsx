import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Hazard } from '@muster/contract/hazards.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useChangeHazards } from './change-hazards.ts'
import { DueField, useDueField } from './due-field.tsx'

type Props = { hazards: readonly Hazard[]; opened: boolean; onClose: () => void; onDone: () => void }

export function DueManyDialog({ opened, ...form }: Props) {
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={form.onClose}
      title={t`${plural(form.hazards.length, { one: 'Due time of # hazard', other: 'Due time of # hazards' })}`}
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
            <Trans>Remove due times</Trans>
          </Button>
        )
      }
    >
      <DueField field={due} />
    </ActForm>
  )
}
