import { Button } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** Stands, honestly, where a page is not built yet. */
export function NotAvailable({ title }: { title: string }) {
  const router = useRouter()
  return (
    <Page title={title}>
      <EmptyState
        icon={IconTool}
        title="Not available yet"
        text={`${title} is not built yet in this version of Muster.`}
      >
        <Button variant="default" onClick={() => router.history.back()}>
          Go back
        </Button>
      </EmptyState>
    </Page>
  )
}
