import { t } from '@lingui/core/macro'
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
          {t`Go Home`}
        </Button>
        <Button onClick={onTryAgain}>{t`Try Again`}</Button>
      </StatePanel>
    </Center>
  )
}
