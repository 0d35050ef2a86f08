import { can } from '@muster/domain/permission.ts'
import type { ComponentProps } from 'react'
import { AccountsPage } from '../../features/accounts/accounts-page.tsx'
import { TeamPage } from '../../features/users/team-page.tsx'
import { useMe } from '../../lib/session/use-session.ts'

/** Shows internal admins all accounts, and everyone else the people in their own zones. */
export function Accounts(props: ComponentProps<typeof AccountsPage>) {
  const { profile } = useMe()
  const Page = can(profile.role, 'edit_users') ? AccountsPage : TeamPage
  return <Page {...props} />
}
