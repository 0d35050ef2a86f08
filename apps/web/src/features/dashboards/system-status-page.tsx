import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'
import { Page } from '../../ui/layout/page.tsx'
import { SystemStatus } from './system-status.tsx'

/** The System Status of the dashboard as a page of "Administration". */
export const SystemStatusPage = () => (
  <Page title={t`System Status`}>
    <Box maw={720}>
      <SystemStatus isPage />
    </Box>
  </Page>
)
