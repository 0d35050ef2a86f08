import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { CautionNote } from '../../ui/states/caution-note.tsx'

/** Warns that requests come through a proxy the server is not configured to trust. */
export function UntrustedProxy() {
  return (
    <CautionNote>
      <Trans>
        <Text inherit fw={600}>
          Everybody counts as one network address
        </Text>
        Muster does not know the reverse proxy in front of it, so all people behind it share one limit: wrong
        passwords of one slow down everybody’s sign-in. Set TRUST_PROXY to the number of proxies (usually 1)
        and start the server again.
      </Trans>
    </CautionNote>
  )
}
