import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { isInternalAdmin, type Role } from '@muster/domain/role.ts'
import { isDialable } from '@muster/domain/sign-up.ts'
import { errorTextWithReason, hasCode } from '../../lib/error-text.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { DraftNotice } from '../../ui/forms/draft-notice.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { emailMessage, isEmail } from '../auth/public.ts'
import { OrganisationSelect } from '../organisations/public.ts'

export type AccountValues = {
  email: string
  firstName: string
  lastName: string
  phone: string
  role: Role
  organisationId?: string | undefined
}

type Props = {
  /** The name of the draft. */
  draftName: string
  initial: AccountValues
  roles: readonly { value: Role; label: string }[]
  /** The help text below the email address. */
  emailHint?: string | undefined
  /** Makes the email address read-only. */
  emailFixed?: boolean
  /** Shows the organisation field, for new accounts. */
  offersOrganisation?: boolean
  /** The reason the role can't be changed; the role is then read-only. */
  roleFixed?: string | undefined
  act: string
  acting: string
  failure: string
  onSave: (values: AccountValues) => Promise<unknown>
  onClose: () => void
}

const nameMissingText = t`First name and last name are required`

/** Name, contact details and role, for a new or an existing account. */
export function AccountForm(props: Props) {
  const {
    draftName,
    initial,
    roles,
    emailHint,
    emailFixed = false,
    roleFixed,
    offersOrganisation = false,
    act,
    acting,
    failure,
    onSave,
    onClose,
  } = props
  const { form, draft } = useDraftForm<AccountValues>(draftName, () => initial, {
    isTabOnly: true,
    validate: {
      firstName: it => (it.trim() ? null : nameMissingText),
      lastName: it => (it.trim() ? null : nameMissingText),
      email: email => (!emailFixed && !isEmail(email) ? emailMessage : null),
      phone: it => (it.trim() === '' || isDialable(it) ? null : t`Please enter a valid phone number`),
    },
  })
  const save = useAct({
    call: onSave,
    onDone: () => {
      draft.forget()
      onClose()
    },
    refused: [form, { USER_EXISTS: 'email' }],
  })
  return (
    <Form noValidate onSubmit={form.onSubmit(values => save.mutate(values))}>
      <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
      {save.isError && !hasCode(save.error, 'USER_EXISTS') && (
        <ProblemAlert>{errorTextWithReason(save.error, failure)}</ProblemAlert>
      )}
      <SimpleGrid minColWidth="12rem" autoFlow="auto-fit">
        <TextInput
          label={t`First name`}
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('firstName')}
        />
        <TextInput label={t`Last name`} required maxLength={100} {...form.getInputProps('lastName')} />
      </SimpleGrid>
      <TextInput
        label={t`Email`}
        type="email"
        required={!emailFixed}
        disabled={emailFixed}
        description={emailHint}
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <TextInput label={t`Phone`} type="tel" maxLength={40} {...form.getInputProps('phone')} />
      <NativeSelect
        label={t`Role`}
        data={[...roles]}
        disabled={roleFixed !== undefined}
        description={roleFixed}
        {...form.getInputProps('role')}
      />
      {offersOrganisation && !isInternalAdmin(form.values.role) && (
        <OrganisationSelect
          label={t`Organisation`}
          description={t`Leave empty to decide when they’re added to a zone.`}
          value={form.values.organisationId}
          onChange={id => form.setFieldValue('organisationId', id)}
        />
      )}
      <DialogButtons working={save.isPending}>
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? acting : act}
        </Button>
      </DialogButtons>
    </Form>
  )
}
