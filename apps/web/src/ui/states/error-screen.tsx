import { Button, Center } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { StatePanel } from './state-panel.tsx'

type Props = {
  /** The reason why the page did not load, where nothing crashed. */
  notLoaded?: string
  onTryAgain: () => void
  onGoHome: () => void
}

/** Replaces a screen that crashed. */
export function ErrorScreen({ notLoaded, onTryAgain, onGoHome }: Props) {
  return (
    <Center mih="60dvh" p="md">
      <StatePanel
        icon={IconAlertTriangle}
        tone="failed"
        role="alert"
        title={notLoaded ? 'This page is not here yet' : 'Something went wrong'}
        text={notLoaded ?? "We're sorry, but something unexpected happened."}
      >
        <Button variant="default" onClick={onGoHome}>
          Go Home
        </Button>
        <Button onClick={onTryAgain}>Try Again</Button>
      </StatePanel>
    </Center>
  )
}
