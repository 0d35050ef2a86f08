import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Center } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { StatePanel } from './state-panel.tsx'

type Props = {
  /** The reason why the page did not load, if nothing crashed. */
  notLoaded?: string
  onTryAgain: () => void
  onGoHome: () => void
}

export function ErrorScreen({ notLoaded, onTryAgain, onGoHome }: Props) {
  return (
    <Center mih="60dvh" p="md">
      <StatePanel
        icon={IconAlertTriangle}
        tone="failed"
        role="alert"
        title={notLoaded ? t`This page hasn’t loaded yet` : t`Something went wrong`}
        text={notLoaded ?? t`We're sorry, but something unexpected happened.`}
      >
        <Button variant="default" onClick={onGoHome}>
          <Trans>Go Home</Trans>
        </Button>
        <Button onClick={onTryAgain}>
          <Trans>Try Again</Trans>
        </Button>
      </StatePanel>
    </Center>
  )
}
