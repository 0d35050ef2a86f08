import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'
import { Page } from '../../ui/layout/page.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Webhooks } from './webhooks.tsx'

export function WebhooksPage() {
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
