import { t } from '@lingui/core/macro'
import type { TrackerApp } from '@muster/domain/tracker.ts'

/** The setup of a location app: its link and QR code, the values to type, and the steps to take. */
export type TrackerSetup = {
  /** A link that opens the app with everything filled in, on the phone where it is installed. */
  readonly link: string | null
  /** The content of the QR code; the same as the link if the app has no scanner of its own. */
  readonly qr: string | null
  readonly fields: readonly { readonly label: string; readonly value: string; readonly secret?: true }[]
  readonly steps: readonly string[]
}

export const trackerAppNames: Readonly<Record<TrackerApp, string>> = {
  owntracks: 'OwnTracks',
  traccar: 'Traccar Client',
  osmand: 'OsmAnd',
  overland: 'Overland',
  other: t`Another app`,
}

type SetupTarget = { readonly origin: string; readonly token: string; readonly name: string }

/** As documented by each app; see docs/location-apps.md. `origin`: of this installation, without a trailing slash. */
export function describeSetup(app: TrackerApp, { origin, token, name }: SetupTarget): TrackerSetup {
  switch (app) {
    case 'owntracks': {
      const url = `${origin}/ingest/owntracks`
      const settings = {
        _type: 'configuration',
        mode: 3,
        url,
        auth: true,
        username: 'muster',
        password: token,
      }
      const link = `owntracks:///config?inline=${encodeURIComponent(btoa(JSON.stringify(settings)))}`
      return {
        link,
        qr: link,
        fields: [
          { label: t`Mode`, value: 'HTTP' },
          { label: 'URL', value: url },
          { label: t`User name`, value: 'muster' },
          { label: t`Password`, value: token, secret: true },
        ],
        steps: [
          t`Install OwnTracks and open it once.`,
          t`Scan the code with the phone’s camera, or open the link on the phone, and accept the settings.`,
          t`Leave payload encryption off. Muster can’t read encrypted messages.`,
        ],
      }
    }
    case 'traccar': {
      const url = `${origin}/ingest/osmand`
      return {
        link: null,
        qr: `${url}?id=${token}`,
        fields: [
          { label: t`Server URL`, value: url },
          { label: t`Device identifier`, value: token, secret: true },
        ],
        steps: [
          t`Install Traccar Client and open its settings.`,
          t`Scan the code with the app’s own scanner, or fill in both fields.`,
          t`Turn on “Continuous tracking”.`,
        ],
      }
    }
    case 'osmand': {
      const value = `${origin}/ingest/osmand?id=${token}&lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}&bearing={6}`
      return {
        link: null,
        qr: value,
        fields: [{ label: t`Web address`, value, secret: true }],
        steps: [
          t`In OsmAnd, turn on the “Trip recording” plugin and open its settings.`,
          t`Under “Online tracking”, enter the web address and turn it on.`,
        ],
      }
    }
    case 'overland': {
      const url = `${origin}/ingest/overland`
      const link = `overland://setup?url=${encodeURIComponent(url)}&token=${token}&device_id=${encodeURIComponent(name)}`
      return {
        link,
        qr: link,
        fields: [
          { label: t`Receiver endpoint`, value: url },
          { label: t`Access token`, value: token, secret: true },
        ],
        steps: [
          t`Install Overland and open it once.`,
          t`Scan the code with the phone’s camera, or open the link on the phone.`,
          t`Turn on tracking.`,
        ],
      }
    }
    default:
      return {
        link: null,
        qr: token,
        fields: [
          { label: t`OwnTracks messages`, value: `${origin}/ingest/owntracks` },
          { label: t`OsmAnd messages`, value: `${origin}/ingest/osmand` },
          { label: t`Overland messages`, value: `${origin}/ingest/overland` },
          { label: t`Token`, value: token, secret: true },
        ],
        steps: [
          t`Choose the address that matches the type of messages the app sends.`,
          t`Enter the token as the password for OwnTracks messages, as the device identifier (id) for OsmAnd messages, or as the access token for Overland messages.`,
        ],
      }
  }
}
