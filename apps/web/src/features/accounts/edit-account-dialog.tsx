import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { AccountDetail } from '@muster/contract/accounts.ts'
import { roleLongLabel } from '@muster/domain/role.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { AccountForm } from './account-form.tsx'
import { accountName, givableRoles } from './account-words.ts'
import { useReloadAccounts } from './use-accounts.ts'

type Props = { account: AccountDetail; opened: boolean; onClose: () => void }

/** Changes name, phone and role, and requests a change of address. Only changed fields are sent. */
export function EditAccountDialog({ account, opened, onClose }: Props) {
  const { profile, userId } = useMe()
  const reload = useReloadAccounts()
  const { id, email, firstName, lastName, phone, role, pendingEmail } = account
  const isSelf = id === userId
  const roles = givableRoles(profile.role)
  const known = roles.some(it => it.value === role)
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Edit User`}>
      <AccountForm
        initial={{ email, firstName, lastName, phone: phone ?? '', role }}
        roles={known ? roles : [{ value: role, label: i18n._(roleLongLabel(role)) }, ...roles]}
        emailFixed={isSelf}
        emailHint={emailHint(isSelf, pendingEmail)}
        roleFixed={isSelf ? t`Your own role is changed by somebody else.` : undefined}
        act={t`Save changes`}
        acting={t`Saving…`}
        failure={t`Failed to update user`}
        onClose={onClose}
        onSave={async values => {
          const changed = {
            ...(values.firstName.trim() !== firstName && { firstName: values.firstName }),
            ...(values.lastName.trim() !== lastName && { lastName: values.lastName }),
            ...(values.phone.trim() !== (phone ?? '') && { phone: values.phone }),
            ...(values.role !== role && { role: values.role }),
          }
          const newEmail = values.email.trim().toLowerCase()
          // The address goes first: if it is refused, the error shows at its field and nothing has been saved.
          if (newEmail !== email) await api.accounts.changeEmail({ userId: id, email: newEmail })
          if (Object.keys(changed).length > 0) {
            const saved = await api.accounts.update({ userId: id, ...changed })
            notify.success(
              t`User updated successfully`,
              t`${accountName(saved)} shows so everywhere from now on.`,
            )
          }
          if (newEmail !== email)
            notify.success(t`A link is on its way`, t`The email changes once ${newEmail} is confirmed there.`)
          void reload()
        }}
      />
    </ResponsiveDialog>
  )
}

function emailHint(isSelf: boolean, pending: string | null): string {
  if (isSelf) return t`Change your own email in Settings, with your password.`
  if (pending) return t`${pending} waits to be confirmed.`
  return t`Another address counts once it is confirmed by a mailed link. The old one is told.`
}
