import { t } from '@lingui/core/macro'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { useOrganisations } from '../organisations/public.ts'
import { AccountForm } from './account-form.tsx'
import { assignableRoles } from './account-words.ts'
import { useReloadAccounts } from './use-accounts.ts'

const emptyValues = {
  email: '',
  firstName: '',
  lastName: '',
  phone: '',
  role: 'app_user' as const,
  organisationId: undefined,
}

/** Creates an account and invites its owner by email. */
export function CreateAccountDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { profile } = useMe()
  const reload = useReloadAccounts()
  const { several } = useOrganisations()
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Create New User`}>
      <AccountForm
        draftName="new-account"
        initial={emptyValues}
        roles={assignableRoles(profile.role)}
        offersOrganisation={several}
        act={t`Create user`}
        acting={t`Creating…`}
        failure={t`Failed to create user`}
        onClose={onClose}
        onSave={async values => {
          const { email } = await api.accounts.create(values)
          notify.success(t`User created successfully`, t`We emailed an invitation to ${email}.`)
          void reload()
        }}
      />
    </ResponsiveDialog>
  )
}
