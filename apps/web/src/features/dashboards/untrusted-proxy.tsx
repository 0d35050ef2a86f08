import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { CautionNote } from '../../ui/states/caution-note.tsx'

/** Warns that requests come through a proxy that the server is not configured to trust. */
export function UntrustedProxy() {
  return (
    <CautionNote>
      <Text inherit fw={600}>
        <Trans>Everyone appears to have the same IP address</Trans>
      </Text>
      <Trans>
        Muster isn’t configured to trust its reverse proxy, so everyone behind the proxy shares one rate
        limit: one person’s wrong passwords slow down sign-in for everyone. Set TRUST_PROXY to the number of
        proxies (usually 1) and restart the server.
      </Trans>
    </CautionNote>
  )
}
