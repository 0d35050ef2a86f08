import { can } from '@muster/domain/permission.ts'
import type { ComponentProps } from 'react'
import { AccountsPage } from '../../features/accounts/accounts-page.tsx'
import { MemberAnywhere } from '../../features/users/public.ts'
import { TeamPage } from '../../features/users/team-page.tsx'
import { useMe } from '../../lib/session/use-session.ts'

/** Shows internal admins all accounts, and everyone else the people in their own zones. */
export function Accounts(props: ComponentProps<typeof TeamPage>) {
  const { profile } = useMe()
  return can(profile.role, 'edit_users') ? (
    <AccountsPage Details={AccountFirst} {...props} />
  ) : (
    <TeamPage {...props} />
  )
}

const AccountFirst = (props: ComponentProps<typeof MemberAnywhere>) => (
  <MemberAnywhere {...props} first="account" />
)
