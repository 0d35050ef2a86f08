import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { language } from '../../lib/language.ts'
import classes from './auth-frame.module.css'

type Props = { disabled: boolean; onChoose: (credentials: { email: string; password: string }) => void }

/** One-tap sign-ins for the demo accounts. Only a demo server lists any. */
export function DemoSignIns({ disabled, onChoose }: Props) {
  const settings = useQuery(orpc.auth.settings.queryOptions())
  const accounts = settings.data?.demoSignIns ?? []
  const hostUrls = settings.data?.demoMapHosts ?? []
  if (accounts.length === 0) return null
  const mapHosts = new Intl.ListFormat(language).format(hostUrls.map(host => new URL(host).host))
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <Text component="h2" size="xs" fw={600} c="dimmed" mb="xs" id="demo-title">
        {t`Demo: sign in as`}
      </Text>
      <Text size="xs" c="dimmed" mb="sm">
        {t`The people and zones here are fictional. One tap signs you in.`}
      </Text>
      {hostUrls.length > 0 && (
        <Text size="xs" c="dimmed" mb="sm">
          <Trans>
            Your browser loads street maps from {mapHosts}, which can see your IP address and the area you
            view.
          </Trans>
        </Text>
      )}
      <SimpleGrid cols={2} spacing="xs">
        {accounts.map(({ label, email, password }) => (
          <Button
            key={email}
            variant="default"
            px="xs"
            disabled={disabled}
            title={email}
            onClick={() => onChoose({ email, password })}
          >
            {label}
          </Button>
        ))}
      </SimpleGrid>
    </section>
  )
}
