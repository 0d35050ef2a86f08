import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { ProxyMisfit } from '@muster/domain/system-health.ts'
import { CautionNote } from '../../ui/states/caution-note.tsx'

const texts: Readonly<Record<ProxyMisfit, { title: string; text: string }>> = {
  untrusted: {
    title: t`Everyone appears to have the same IP address`,
    text: t`Muster isn’t configured to trust its reverse proxy, so everyone behind the proxy shares one rate limit: one person’s wrong passwords slow down sign-in for everyone. Set TRUST_PROXY to the number of proxies (usually 1) and restart the server.`,
  },
  fewer: {
    title: t`People could make up their IP address`,
    text: t`Requests reached this server through fewer proxies than TRUST_PROXY trusts. Set TRUST_PROXY to the number of your proxies, let each one add its client to X-Forwarded-For, and restart the server.`,
  },
  more: {
    title: t`Everyone behind a proxy appears to have the same IP address`,
    text: t`Requests reached this server through more proxies than TRUST_PROXY trusts. Set TRUST_PROXY to the number of your proxies and restart the server.`,
  },
  unlisted: {
    title: t`A proxy isn’t trusted`,
    text: t`Requests reached this server through a proxy that isn’t in TRUST_PROXY, so everyone behind it shares one rate limit. Add the proxy’s address to TRUST_PROXY and restart the server.`,
  },
  socket: {
    title: t`The proxy doesn’t let live updates through`,
    text: t`Screens only refresh now and then. In the proxy, pass the Upgrade and Connection headers on for the path /live.`,
  },
}

/** Warns of each sign that the proxy or TRUST_PROXY is set up wrong, and says what to do. */
export const ProxyProblems = ({ misfits }: { misfits: readonly ProxyMisfit[] }) =>
  misfits.map(misfit => (
    <CautionNote key={misfit}>
      <Text inherit fw={600}>
        {texts[misfit].title}
      </Text>
      {texts[misfit].text}
    </CautionNote>
  ))
