import { t } from '@lingui/core/macro'
import { can } from '@muster/domain/permission.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Page } from '../../ui/layout/page.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { SystemStatus } from './system-status.tsx'

/** The System Status of the dashboard as a page of "Administration". */
export function SystemStatusPage() {
  const { profile } = useMe()
  return (
    <Page title={t`System Status`}>
      {can(profile.role, 'view_security') ? <SystemStatus /> : <NotAllowed />}
    </Page>
  )
}
