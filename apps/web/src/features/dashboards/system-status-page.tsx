import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'
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
      {can(profile.role, 'view_security') ? (
        <Box maw={720}>
          <SystemStatus />
        </Box>
      ) : (
        <NotAllowed />
      )}
    </Page>
  )
}
