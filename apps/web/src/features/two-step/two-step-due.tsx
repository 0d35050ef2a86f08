import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Center, Text, Title } from '@mantine/core'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { SetUpTwoStep } from './set-up-two-step.tsx'
import { useReloadTwoStep } from './use-reload-two-step.ts'
import { useSetUp } from './use-set-up.ts'

/** Replaces every page for a person who must set up a second step, because the server rejects all other requests. */
export function TwoStepDue() {
  const signOut = useSignOut()
  const reload = useReloadTwoStep()
  const flow = useSetUp()
  return (
    <Center component="main" mih="100dvh" p="md">
      <Panel gap="md" p="lg" w="100%" maw={480}>
        <Title size="h2">{t`Set up two-step sign-in`}</Title>
        <Text c="dimmed">
          <Trans>
            Your organisation requires it for everyone who manages others. It takes two minutes, then you can
            continue.
          </Trans>
        </Text>
        <SetUpTwoStep flow={flow} onDone={() => void reload()} />
        <Button variant="subtle" onClick={() => void signOut()}>
          {t`Sign Out`}
        </Button>
      </Panel>
    </Center>
  )
}
