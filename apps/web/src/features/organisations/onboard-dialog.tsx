import { t } from '@lingui/core/macro'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { creationErrorText } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { DraftNotice } from '../../ui/forms/draft-notice.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
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

/** `requestId`: kept with the draft, so that sending it twice onboards only one organisation. */
type NewOrganisation = FactsDraft & LimitsDraft & { requestId: string }
const emptyOrganisation = (): NewOrganisation => ({
  requestId: uuidV7(),
  ...toFactsDraft(),
  ...toLimitsDraft(),
})

type Props = { opened: boolean; onClose: () => void }

export function OnboardDialog({ opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Onboard organisation`} width={560}>
      <OnboardForm onClose={onClose} />
    </ResponsiveDialog>
  )
}

function OnboardForm({ onClose }: Pick<Props, 'onClose'>) {
  const { form, draft } = useDraftForm<NewOrganisation>('new-organisation', emptyOrganisation, {
    validateInputOnBlur: true,
    validate: { ...factsRules, ...limitsRules },
    isTabOnly: true,
  })
  const onboard = useAct({
    call: (values: NewOrganisation) => api.organisations.onboard({ ...values, ...toLimitsInput(values) }),
    onDone: () => {
      draft.forget()
      onClose()
    },
    onError: draft.renewRequest,
    done: ({ name }) => [t`Organisation onboarded`, t`Add people and zones to ${name}.`],
    invalidates: [orpc.organisations.key()],
  })
  return (
    <Form noValidate onSubmit={form.onSubmit(values => onboard.mutate(values))}>
      <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
      <FactsFields form={form as never} />
      <LimitsFields form={form as never} />
      {onboard.isError && (
        <ProblemAlert>
          {creationErrorText(onboard.error, t`The organisation couldn’t be onboarded. Try again.`)}
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
