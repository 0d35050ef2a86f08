import { t } from '@lingui/core/macro'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
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

/** `requestId`: kept with the draft, so that sending it twice onboards only one organisation. */
type NewOrganisation = FactsDraft & LimitsDraft & { requestId: string }
const emptyOrganisation = (): NewOrganisation => ({
  requestId: uuidV7(),
  ...toFactsDraft(),
  ...toLimitsDraft(),
})

type Props = { onClose: () => void }

export const OnboardDialog = inDialog(OnboardForm, { title: t`Onboard organisation`, width: 560 })

function OnboardForm({ onClose }: Props) {
  const form = useActForm({
    draft: 'new-organisation',
    values: emptyOrganisation,
    validateInputOnBlur: true,
    validate: { ...factsRules, ...limitsRules },
    isTabOnly: true,
    call: values => api.organisations.onboard({ ...values, ...toLimitsInput(values) }),
    done: ({ name }) => [t`Organisation onboarded`, t`Add people and zones to ${name}.`],
    invalidates: [orpc.organisations.key()],
    onClose,
  })
  return (
    <ActForm
      form={form}
      label={t`Onboard organisation`}
      workingLabel={t`Onboarding…`}
      failed={t`The organisation couldn’t be onboarded. Try again.`}
    >
      <FactsFields form={form as never} />
      <LimitsFields form={form as never} />
    </ActForm>
  )
}
