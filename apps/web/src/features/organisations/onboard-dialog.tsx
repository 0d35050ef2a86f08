import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import {
  type FactsDraft,
  FactsFields,
  factsRules,
  type LimitsDraft,
  LimitsFields,
  limitsRules,
  toFactsDraft,
  toLimitsDraft,
  toLimitsInput,
} from './organisation-form.tsx'

type Props = { opened: boolean; onClose: () => void }

/** Adds an organisation with its name, contact, time zone and limits. */
export function OnboardDialog({ opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Onboard organisation`} width={560}>
      <OnboardForm onClose={onClose} />
    </ResponsiveDialog>
  )
}

function OnboardForm({ onClose }: Pick<Props, 'onClose'>) {
  // One id per form, so that resending after a lost response does not onboard a second organisation.
  const [requestId] = useState(() => uuidV7())
  const form = useMarkedForm<FactsDraft & LimitsDraft>({
    initialValues: { ...toFactsDraft(), ...toLimitsDraft() },
    validateInputOnBlur: true,
    validate: { ...factsRules, ...limitsRules },
  })
  const onboard = useAct({
    call: (draft: FactsDraft & LimitsDraft) =>
      api.organisations.onboard({ requestId, ...draft, ...toLimitsInput(draft) }),
    onDone: onClose,
    done: ({ name }) => [t`Organisation onboarded`, t`Add people and zones to ${name}.`],
    invalidates: [orpc.organisations.key()],
  })
  return (
    <Form noValidate onSubmit={form.onSubmit(draft => onboard.mutate(draft))}>
      <FactsFields form={form as never} />
      <LimitsFields form={form as never} />
      {onboard.isError && (
        <ProblemAlert>
          {errorTextWithTime(onboard.error, t`The organisation couldn’t be onboarded. Try again.`)}
        </ProblemAlert>
      )}
      <FormButtons
        label={t`Onboard organisation`}
        workingLabel={t`Onboarding…`}
        working={onboard.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}
