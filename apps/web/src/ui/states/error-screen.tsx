import { Button, Center } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { StatePanel } from './state-panel.tsx'

type Props = { onTryAgain: () => void; onGoHome: () => void }

/** What shows when a screen crashed. */
export function ErrorScreen({ onTryAgain, onGoHome }: Props) {
  return (
    <Center mih="60dvh" p="md">
      <StatePanel
        icon={IconAlertTriangle}
        tone="failed"
        role="alert"
        title="Something went wrong"
        text="We're sorry, but something unexpected happened."
      >
        <Button variant="default" onClick={onGoHome}>
          Go Home
        </Button>
        <Button onClick={onTryAgain}>Try Again</Button>
      </StatePanel>
    </Center>
  )
}
