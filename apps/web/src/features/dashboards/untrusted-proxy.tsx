import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { CautionNote } from '../../ui/states/caution-note.tsx'

/** Warns that requests come through a proxy that the server is not configured to trust. */
export function UntrustedProxy() {
  return (
    <CautionNote>
      <Text inherit fw={600}>
        <Trans>Everyone appears under one network address</Trans>
      </Text>
      <Trans>
        Muster is not told to trust the reverse proxy in front of it, so everyone behind the proxy shares one
        limit: one person’s wrong passwords slow down sign-in for all. Set TRUST_PROXY to the number of
        proxies (usually 1) and restart the server.
      </Trans>
    </CautionNote>
  )
}
