import type { Account } from '@muster/contract/accounts.ts'
import { roleLongLabel } from '@muster/domain/role.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { AccountForm } from './account-form.tsx'
import { accountName, givableRoles } from './account-words.ts'
import { useReloadAccounts } from './use-accounts.ts'

type Props = { account: Account; opened: boolean; onClose: () => void }

/** Changes name, phone and role; what was not changed is not sent. */
export function EditAccountDialog({ account, opened, onClose }: Props) {
  const { profile, userId } = useMe()
  const reload = useReloadAccounts()
  const { id, email, firstName, lastName, phone, role } = account
  const isSelf = id === userId
  const roles = givableRoles(profile.role)
  const known = roles.some(it => it.value === role)
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Edit User">
      <AccountForm
        initial={{ email, firstName, lastName, phone: phone ?? '', role }}
        roles={known ? roles : [{ value: role, label: roleLongLabel(role) }, ...roles]}
        withEmail={false}
        roleFixed={isSelf ? 'Your own role is changed by somebody else.' : undefined}
        act="Save changes"
        acting="Saving…"
        failure="Failed to update user"
        onClose={onClose}
        onSave={async values => {
          const changed = {
            ...(values.firstName.trim() !== firstName && { firstName: values.firstName }),
            ...(values.lastName.trim() !== lastName && { lastName: values.lastName }),
            ...(values.phone.trim() !== (phone ?? '') && { phone: values.phone }),
            ...(values.role !== role && { role: values.role }),
          }
          if (Object.keys(changed).length === 0) return
          const saved = await api.accounts.update({ userId: id, ...changed })
          notify.success(
            'User updated successfully',
            `${accountName(saved)} shows so everywhere from now on.`,
          )
          void reload()
        }}
      />
    </ResponsiveDialog>
  )
}
