import { Button } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

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
