import { t } from '@lingui/core/macro'
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { isInternalAdmin, type Role } from '@muster/domain/role.ts'
import { isDialable } from '@muster/domain/sign-up.ts'
import { errorTextWithReason } from '../../lib/error-text.ts'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
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
  const form = useActForm({
    draft: draftName,
    values: () => initial,
    fields: 'accounts.create',
    isTabOnly: true,
    validate: {
      firstName: it => (it.trim() ? null : nameMissingText),
      lastName: it => (it.trim() ? null : nameMissingText),
      email: email => (!emailFixed && !isEmail(email) ? emailMessage : null),
      phone: it => (it.trim() === '' || isDialable(it) ? null : t`Please enter a valid phone number`),
    },
    call: onSave,
    refused: { USER_EXISTS: 'email' },
    onClose,
  })
  return (
    <ActForm
      form={form}
      label={act}
      workingLabel={acting}
      failed={error => errorTextWithReason(error, failure)}
    >
      <SimpleGrid minColWidth="12rem" autoFlow="auto-fit">
        <TextInput label={t`First name`} data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label={t`Last name`} {...form.getInputProps('lastName')} />
      </SimpleGrid>
      <TextInput
        label={t`Email`}
        type="email"
        required={!emailFixed}
        disabled={emailFixed}
        description={emailHint}
        {...form.getInputProps('email')}
      />
      <TextInput label={t`Phone`} type="tel" {...form.getInputProps('phone')} />
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
    </ActForm>
  )
}
