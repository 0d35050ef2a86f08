import type { TrackerApp } from '@muster/domain/tracker.ts'

/** The setup of an app: the content of its QR code or link, and the values to type. */
export type TrackerSetup = {
  /** Opens the app with everything filled in, on the phone it is installed on. */
  readonly link: string | null
  /** The content of the QR code; the same as the link if the app has no scanner of its own. */
  readonly qr: string | null
  readonly fields: readonly { readonly label: string; readonly value: string; readonly secret?: true }[]
  /** The steps that follow, in order. */
  readonly steps: readonly string[]
}

export const trackerAppNames: Readonly<Record<TrackerApp, string>> = {
  owntracks: 'OwnTracks',
  traccar: 'Traccar Client',
  osmand: 'OsmAnd',
  overland: 'Overland',
  other: 'Another app',
}

type Where = { readonly origin: string; readonly token: string; readonly name: string }

/**
 * The setup as documented by each app; see docs/location-apps.md. `origin`: the address of this installation, without a trailing
 * slash.
 */
export function setupOf(app: TrackerApp, { origin, token, name }: Where): TrackerSetup {
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
          { label: 'Mode', value: 'HTTP' },
          { label: 'URL', value: url },
          { label: 'User name', value: 'muster' },
          { label: 'Password', value: token, secret: true },
        ],
        steps: [
          'Install OwnTracks and open it once.',
          'Scan the code with the phone’s camera, or open the link on the phone, and accept the settings.',
          'Leave payload encryption off: Muster could not read it.',
        ],
      }
    }
    case 'traccar': {
      const url = `${origin}/ingest/osmand`
      return {
        link: null,
        qr: `${url}?id=${token}`,
        fields: [
          { label: 'Server URL', value: url },
          { label: 'Device identifier', value: token, secret: true },
        ],
        steps: [
          'Install Traccar Client and open its settings.',
          'Scan the code with the app’s own scanner, or type in both fields.',
          'Turn “Continuous tracking” on.',
        ],
      }
    }
    case 'osmand': {
      const value = `${origin}/ingest/osmand?id=${token}&lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}&bearing={6}`
      return {
        link: null,
        qr: value,
        fields: [{ label: 'Web address', value, secret: true }],
        steps: [
          'In OsmAnd turn the plugin “Trip recording” on and open its settings.',
          'Under “Online tracking” put in the web address, and turn it on.',
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
          { label: 'Receiver endpoint', value: url },
          { label: 'Access token', value: token, secret: true },
        ],
        steps: [
          'Install Overland and open it once.',
          'Scan the code with the phone’s camera, or open the link on the phone.',
          'Turn tracking on.',
        ],
      }
    }
    default:
      return {
        link: null,
        qr: token,
        fields: [
          { label: 'OwnTracks messages', value: `${origin}/ingest/owntracks` },
          { label: 'OsmAnd messages', value: `${origin}/ingest/osmand` },
          { label: 'Overland messages', value: `${origin}/ingest/overland` },
          { label: 'Token', value: token, secret: true },
        ],
        steps: [
          'Choose the address whose messages the app can send.',
          'The token is the password, the device identifier (id) or the access token, in this order.',
        ],
      }
  }
}
