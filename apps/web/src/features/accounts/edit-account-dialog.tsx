import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { AccountDetail } from '@muster/contract/accounts.ts'
import { roleLongLabel } from '@muster/domain/role.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { AccountForm } from './account-form.tsx'
import { accountName, assignableRoles } from './account-words.ts'
import { useReloadAccounts } from './use-accounts.ts'

type Props = { account: AccountDetail; opened: boolean; onClose: () => void }

/** Changes name, phone and role, and requests a change of email address. Only changed fields are sent. */
export function EditAccountDialog({ account, opened, onClose }: Props) {
  const { profile, userId } = useMe()
  const reload = useReloadAccounts()
  const { id, email, firstName, lastName, phone, role, pendingEmail } = account
  const isSelf = id === userId
  const roles = assignableRoles(profile.role)
  const isListed = roles.some(it => it.value === role)
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Edit User`}>
      <AccountForm
        draftName={`edit-account-${id}`}
        initial={{ email, firstName, lastName, phone: phone ?? '', role }}
        roles={isListed ? roles : [{ value: role, label: i18n._(roleLongLabel(role)) }, ...roles]}
        emailFixed={isSelf}
        emailHint={emailHint(isSelf, pendingEmail)}
        roleFixed={isSelf ? t`You can’t change your own role.` : undefined}
        act={t`Save changes`}
        acting={t`Saving…`}
        failure={t`Failed to update user`}
        onClose={onClose}
        onSave={async values => {
          const changes = {
            ...(values.firstName.trim() !== firstName && { firstName: values.firstName }),
            ...(values.lastName.trim() !== lastName && { lastName: values.lastName }),
            ...(values.phone.trim() !== (phone ?? '') && { phone: values.phone }),
            ...(values.role !== role && { role: values.role }),
          }
          const newEmail = values.email.trim().toLowerCase()
          // The email address goes first: if it is refused, the error is shown next to its field and nothing has been saved.
          if (newEmail !== email) await api.accounts.changeEmail({ userId: id, email: newEmail })
          if (Object.keys(changes).length > 0) {
            const savedAccount = await api.accounts.update({ userId: id, ...changes })
            const name = accountName(savedAccount)
            notify.success(t`User updated successfully`, t`Everyone now sees ${name}’s new details.`)
          }
          if (newEmail !== email)
            notify.success(t`Confirmation link sent`, t`The email will change once ${newEmail} is confirmed.`)
          void reload()
        }}
      />
    </ResponsiveDialog>
  )
}

function emailHint(isSelf: boolean, pending: string | null): string {
  if (isSelf) return t`Change your own email in Settings, with your password.`
  if (pending) return t`${pending} isn’t confirmed yet.`
  return t`The change takes effect once it’s confirmed through an emailed link. We’ll also notify the old address.`
}
