import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'
import { can } from '@muster/domain/permission.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { Webhooks } from './webhooks.tsx'

/** The page where administrators manage the addresses that receive events. */
export function WebhooksPage() {
  const { fullProfile } = useMe()
  if (!fullProfile || !can(fullProfile.role, 'manage_webhooks'))
    return (
      <Page title={t`Webhooks`}>
        <NotAllowed />
      </Page>
    )
  return (
    <Page
      title={t`Webhooks`}
      subtitle={t`Addresses in your organisation that receive events when people enter or leave or when something changes. Shared by all administrators.`}
    >
      <Box maw={720}>
        <Panel gap="md">
          <Webhooks />
        </Panel>
      </Box>
    </Page>
  )
}
