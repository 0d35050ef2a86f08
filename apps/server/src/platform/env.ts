import { resolve } from 'node:path'
import { timeZone } from '@muster/contract/calendar.ts'
import {
  baseMapKinds,
  isPmtilesAddress,
  mapAddressProblem,
  openFreeMapOrigin,
} from '@muster/domain/base-map.ts'
import { limits } from '@muster/domain/limits.ts'
import { signUpModes } from '@muster/domain/sign-up.ts'
import { z } from 'zod'
import { doorLimits } from '../doors/door-limits.ts'
import { makeFolders } from '../lib/make-folders.ts'

/** Thrown for a missing or invalid setting. The message is one line with the variable and its requirement. */
export class SettingError extends Error {
  override name = 'SettingError'
  readonly variable: string

  constructor(variable: string, message: string) {
    super(message)
    this.variable = variable
  }
}

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine(it => it >= from && it <= to)
const wholeMessage = (from: number, to: number) => `must be a whole number from ${from} to ${to}`

const toggle = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['1', '0', 'true', 'false', 'yes', 'no', 'on', 'off']))
  .transform(it => ['1', 'true', 'yes', 'on'].includes(it))
const toggleMessage = 'must be 1 or 0'

const urlSetting = (...protocols: string[]) =>
  z.string().refine(it => URL.canParse(it) && protocols.includes(new URL(it).protocol.replace(':', '')))

const mapAddress = z.string().refine(it => mapAddressProblem(it) === undefined)

/** Proxies whose forwarded header is trusted: 0 for none, the number of proxies, or a list of IP addresses. */
const trustedProxies = z
  .string()
  .regex(/^(\d{1,2}|[0-9a-fA-F.:/]+(\s*,\s*[0-9a-fA-F.:/]+)*)$/)
  .transform(it => (/^\d+$/.test(it) ? Number(it) || false : it.split(',').map(item => item.trim())))

type Setting = { readonly schema: z.ZodType; readonly must: string; readonly secret?: boolean }

/** Every setting: its accepted values, and the message for others. An empty value counts as unset. */
const settings = {
  /** Port of the web app and the API. 0 takes any free one. */
  PORT: { schema: wholeNumber(0, 65_535).default(4280), must: wholeMessage(0, 65_535) },
  /**
   * Address to listen on. All of them by default: the product is used from phones. `127.0.0.1` keeps it to this machine.
   */
  HOST: {
    schema: z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('0.0.0.0'),
    must: 'must be an address such as 0.0.0.0 or 127.0.0.1',
  },
  /**
   * Your own PostgreSQL 15 or newer, as the owner of the database; without it Muster starts the one it brings. The account
   * must be allowed to create roles. Requests log in as one of them (`muster_app_…`): `pg_hba.conf` must let it in like
   * the owner, with a password.
   */
  DATABASE_URL: {
    schema: urlSetting('postgres', 'postgresql').optional(),
    must: 'must look like postgres://user:password@host:5432/database',
    secret: true,
  },
  /** Connections for requests; the server's own work has as many again. */
  DATABASE_POOL: { schema: wholeNumber(2, 500).default(10), must: wholeMessage(2, 500) },
  /**
   * Embedded database, files, mail, and the key that signs this node's anchors of the security log (`anchor-key`),
   * relative to the folder Muster is started in. Keep the key from the owner of the database. The folder is closed to the
   * other accounts of the machine (folders 0700, files 0600), also where it was open before. Started as root, the account
   * PostgreSQL runs under may pass through to its cluster (0711).
   */
  DATA_DIR: {
    schema: z
      .string()
      .default('./data')
      .transform(it => resolve(it)),
    must: 'must be the path of a folder',
  },
  /**
   * Keep photos and downloads of people's own data in this bucket of a store that speaks S3, instead of in `DATA_DIR/files`: a
   * private one, of this installation alone. Backups do not hold it. See `docs/files.md`.
   */
  S3_BUCKET: {
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    must: 'must be the name of a bucket such as muster-files',
  },
  /** Address of the store, without the bucket; needed with `S3_BUCKET`, as are region and key. */
  S3_ENDPOINT: {
    schema: urlSetting('http', 'https').optional(),
    must: 'must be an address such as https://s3.eu-central-1.amazonaws.com',
  },
  /** The region that the store is in, or calls itself: `us-east-1` with MinIO, `garage` with Garage. */
  S3_REGION: {
    schema: z
      .string()
      .regex(/^[\w-]{1,60}$/)
      .optional(),
    must: 'must be a region such as eu-central-1',
  },
  /** The id of a key that may read, write, list and delete in the bucket. */
  S3_ACCESS_KEY_ID: { schema: z.string().max(200).optional(), must: 'must be the id of a key of the store' },
  /** The secret of that key. */
  S3_SECRET_ACCESS_KEY: {
    schema: z.string().max(500).optional(),
    must: 'must be the secret of a key of the store',
    secret: true,
  },
  /** `0` for a store that finds the bucket in the host name alone: `https://muster-files.s3.example.org`. */
  S3_PATH_STYLE: { schema: toggle.default(true), must: toggleMessage },
  /**
   * Load the demo organisation into an empty database. Everybody knows its password: where PUBLIC_URL is https, or DATABASE_URL,
   * SMTP_URL or TRUST_PROXY is set, it is loaded and offered only if `DEMO=1` is written out. `0` on a database that has it suspends
   * its people.
   */
  DEMO: { schema: toggle.optional(), must: toggleMessage },
  /**
   * Create one's own account on the page Sign up: `open` to everybody who reaches this address (they see nothing until somebody adds
   * them), `invited` with a link that an administrator makes under Users, or `closed`. Accounts that administrators create, and
   * those of single sign-on (`SSO_UNKNOWN`), are made with any of them.
   */
  SIGN_UP: { schema: z.enum(signUpModes).default('open'), must: `must be ${signUpModes.join(', ')}` },
  /**
   * Time zone in which days of reports begin and end, such as `Asia/Kolkata`, where an organisation names none of its own. Unset: that
   * of the machine.
   */
  TIME_ZONE: {
    schema: timeZone.default(() => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'),
    must: 'must be the name of a time zone such as Asia/Kolkata',
  },
  /** How many simulated workers of the demo walk in and out of zones; 0 turns them off. */
  DEMO_WORKERS: { schema: wholeNumber(0, 500).default(12), must: wholeMessage(0, 500) },
  /**
   * Address people reach Muster under, for links in mail; without a slash at the end. Unset: `http://localhost:PORT`.
   */
  PUBLIC_URL: {
    schema: urlSetting('http', 'https')
      .transform(it => it.replace(/\/+$/, ''))
      .optional(),
    must: 'must be an address such as https://muster.example.org',
  },
  /** Shortest password; 10 or more is recommended. */
  PASSWORD_MIN: { schema: wholeNumber(6, 64).default(6), must: wholeMessage(6, 64) },
  /** Require new accounts to confirm their e-mail address. */
  EMAIL_CONFIRMATION: { schema: toggle.default(false), must: toggleMessage },
  /** E-mail addresses, separated by commas, that land on the admin dashboard after signing in. */
  LANDING_ADMIN_EMAILS: {
    schema: z
      .string()
      .default('')
      .transform(it =>
        it
          .split(',')
          .map(item => item.trim().toLowerCase())
          .filter(Boolean),
      )
      .pipe(z.array(z.email())),
    must: 'must be e-mail addresses separated by commas',
  },
  /**
   * Everybody who looks after others (every role that sees the people of a zone) must have a second step of signing in:
   * `1` at once, or a day such as `2027-01-31` (its beginning in UTC), until when they are only reminded. See
   * `docs/signing-in.md`.
   */
  TWO_STEP_REQUIRED: {
    schema: z
      .union([
        toggle.transform(it => (it ? new Date(0) : null)),
        z.iso.date().transform(day => new Date(`${day}T00:00:00Z`)),
      ])
      .default(null),
    must: 'must be 1, 0 or a day such as 2027-01-31',
  },
  /**
   * Single sign-on by OpenID Connect (Keycloak, Entra ID, Google, …): the issuer as the provider names itself. See
   * `docs/signing-in.md`.
   */
  SSO_ISSUER: {
    schema: urlSetting('http', 'https').optional(),
    must: 'must be an address such as https://id.example.org/realms/main',
  },
  /** The id the provider gave this installation; needed with `SSO_ISSUER`. */
  SSO_CLIENT_ID: {
    schema: z.string().max(200).optional(),
    must: 'must be the id the provider gave this installation',
  },
  /** The secret the provider gave this installation; needed with `SSO_ISSUER`. */
  SSO_CLIENT_SECRET: {
    schema: z.string().max(500).optional(),
    must: 'must be the secret the provider gave',
    secret: true,
  },
  /** Label of the button for single sign-on, after "Sign in with". */
  SSO_NAME: {
    schema: z.string().max(40).default('your organisation'),
    must: 'must have at most 40 characters',
  },
  /** Only e-mail addresses of these domains, separated by commas, are let in; empty: of any. */
  SSO_EMAIL_DOMAINS: {
    schema: z
      .string()
      .default('')
      .transform(it =>
        it
          .split(',')
          .map(item => item.trim().toLowerCase())
          .filter(Boolean),
      )
      .pipe(z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))),
    must: 'must be domains such as example.org, separated by commas',
  },
  /** People without an account are refused (`refuse`), or become members without zones (`create`). */
  SSO_UNKNOWN: { schema: z.enum(['refuse', 'create']).default('refuse'), must: 'must be refuse or create' },
  /**
   * Megabytes that the files in the folders of one zone may take, old versions and deleted files included; 0 sets no limit.
   */
  ZONE_FILES_QUOTA_MB: {
    schema: wholeNumber(0, 10_000_000).default(5_000),
    must: wholeMessage(0, 10_000_000),
  },
  /**
   * Scan every uploaded file with ClamAV: the path of the socket of clamd, or its `host:port`. What cannot be scanned is not taken.
   */
  CLAMAV_SOCKET: {
    schema: z
      .string()
      .regex(/^(\/.{1,200}|[^\s/]{1,200}:\d{1,5})$/)
      .optional(),
    must: 'must be the path of a socket or host:port',
  },
  /** Mail server. Without it mail is written to files in `DATA_DIR/mail`, which stay for 14 days. */
  SMTP_URL: {
    schema: urlSetting('smtp', 'smtps').optional(),
    must: 'must look like smtp://user:password@host:587',
    secret: true,
  },
  /** Sender of mail. */
  MAIL_FROM: {
    schema: z
      .string()
      .regex(/^([^<>@\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/)
      .default('Muster <muster@localhost>'),
    must: 'must look like muster@example.org or Muster <muster@example.org>',
  },
  /** The address that answers to mail go to, such as a help desk; without it they go to `MAIL_FROM`. */
  MAIL_REPLY_TO: { schema: z.email().optional(), must: 'must be an e-mail address' },
  /**
   * Webhooks may go to this machine and private networks, and to addresses without https: for trying them out, or
   * receivers of your own. See `docs/webhooks.md`.
   */
  WEBHOOK_ALLOW_PRIVATE: { schema: toggle.default(false), must: toggleMessage },
  /**
   * Notifications may go to push services on this machine and private networks, and without https: for trying them out, or a
   * push service of your own. See `docs/push.md`.
   */
  PUSH_ALLOW_PRIVATE: { schema: toggle.default(false), must: toggleMessage },
  /**
   * `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. With `debug` the start says all it does, npm and the
   * build too. At a terminal the log is readable lines, elsewhere one JSON line an entry.
   */
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    must: 'must be fatal, error, warn, info, debug, trace or silent',
  },
  /** Days a session lives without use. */
  SESSION_DAYS: { schema: wholeNumber(1, 365).default(30), must: wholeMessage(1, 365) },
  /** Days that readings and closed visits are kept. */
  RETENTION_DAYS: {
    schema: wholeNumber(1, 3_650).default(limits.retentionDays),
    must: wholeMessage(1, 3_650),
  },
  /** Days that the events of the security log are kept at least; they are dropped by the month. */
  SECURITY_LOG_DAYS: {
    schema: wholeNumber(30, 36_500).default(730),
    must: wholeMessage(30, 36_500),
  },
  /**
   * Address the signed head of the security log is posted to as well, beside `DATA_DIR/security-anchors.jsonl`: as JSON,
   * every five minutes in which it moved.
   */
  SECURITY_ANCHOR_URL: {
    schema: urlSetting('http', 'https').optional(),
    must: 'must be an address such as https://anchors.example.org/muster',
    secret: true,
  },
  /** Most zones of the installation. */
  ZONES_MOST: { schema: wholeNumber(1, 1_000_000).default(100_000), must: wholeMessage(1, 1_000_000) },
  /** Most zones that one person may have created. */
  ZONES_MOST_PER_PERSON: {
    schema: wholeNumber(1, 1_000_000).default(1_000),
    must: wholeMessage(1, 1_000_000),
  },
  /**
   * The geocoder that finds places by name: the address of a Nominatim (`…/search`) or Photon (`…/api`), your own or a
   * public one. Set, it wins over the page Map settings; unset, a super admin may choose a public one there.
   */
  GEOCODER_URL: {
    schema: urlSetting('http', 'https')
      .refine(it => /\/(search|api)\/?$/.test(new URL(it).pathname))
      .optional(),
    must: 'must look like https://nominatim.example.org/search or https://photon.example.org/api',
  },
  /**
   * The map under the zones: `built_in`, `openfreemap`, `style`, `pmtiles` or `google`. Set, it cannot be changed on the
   * page Map settings; unset, a super admin chooses there, and until then it is `openfreemap`. `built_in` keeps everything
   * at home: nobody else is asked for a map or a place. Decision 020 (`docs/decisions/020-streets-by-default.md`) says who
   * sees what.
   */
  MAP_BASE: {
    schema: z.enum(baseMapKinds).optional(),
    must: `must be ${baseMapKinds.join(', ')}`,
  },
  /** Origin of the styles and tiles of `openfreemap`: its public host, or a copy of your own. */
  OPENFREEMAP_URL: {
    schema: urlSetting('http', 'https').default(openFreeMapOrigin),
    must: `must look like ${openFreeMapOrigin}`,
  },
  /** The style of MapLibre that `MAP_BASE=style` draws. */
  MAP_STYLE_URL: { schema: mapAddress.optional(), must: 'must be an address that begins with https://' },
  /** The style of the satellite view of `MAP_BASE=style`. */
  MAP_SATELLITE_STYLE_URL: {
    schema: mapAddress.optional(),
    must: 'must be an address that begins with https://',
  },
  /** Hosts the styles of `MAP_BASE=style` are drawn from besides their own, separated by commas. */
  MAP_HOSTS: {
    schema: z
      .string()
      .default('')
      .transform(it =>
        it
          .split(',')
          .map(item => item.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.string().regex(/^https:\/\/[\w.-]+(:\d+)?$/))),
    must: 'must be hosts such as https://tiles.example.org, separated by commas',
  },
  /** The map of `MAP_BASE=pmtiles`: an address, or `/map-files/name.pmtiles` for a file in `DATA_DIR/maps`. */
  MAP_PMTILES: {
    schema: z.string().refine(isPmtilesAddress).optional(),
    must: 'must begin with https://, or look like /map-files/name.pmtiles',
  },
  /** The key of `MAP_BASE=google`, which every signed-in browser is given. */
  GOOGLE_MAPS_KEY: {
    schema: z
      .string()
      .regex(/^[\w-]{10,200}$/)
      .optional(),
    must: 'must be a key as Google shows it',
    secret: true,
  },
  /** Address Google's script comes from. */
  GOOGLE_MAPS_URL: {
    schema: urlSetting('http', 'https').default('https://maps.googleapis.com'),
    must: 'must look like https://maps.googleapis.com',
  },
  /**
   * Signs tokens and links, and encrypts the secrets of authenticator apps. After a change their codes no longer work,
   * recovery codes do. Unset, one is made on the first start and kept in the database, where all nodes find it, and so in
   * its dumps and backups: set it, the same on every node, to keep it out of them.
   */
  AUTH_SECRET: {
    schema: z.string().min(32).optional(),
    must: 'must have at least 32 characters',
    secret: true,
  },
  /**
   * Failed sign-ins that one network address has in 15 minutes (of signing up and of mailed links: in an hour). Beyond,
   * each account has three an hour there.
   */
  TRIES_PER_ADDRESS: { schema: wholeNumber(10, 1_000_000).default(400), must: wholeMessage(10, 1_000_000) },
  /**
   * Connections of one network address to a node; more for a site of many people behind one address. Not used behind a
   * trusted proxy, which bounds those of its clients.
   */
  SOCKETS_PER_ADDRESS: {
    schema: wholeNumber(10, 1_000_000).default(doorLimits.socketsPerAddress),
    must: wholeMessage(10, 1_000_000),
  },
  /**
   * Behind a reverse proxy: how many proxies, or their addresses, separated by commas. Without it all people behind the
   * proxy share the limits of one address; System Status says so where it seems forgotten.
   */
  TRUST_PROXY: {
    schema: trustedProxies.default(false),
    must: 'must be 0, a number of proxies, or addresses separated by commas',
  },
} satisfies Record<string, Setting>

type Settings = typeof settings
type ParsedSettings = { readonly [Name in keyof Settings]: z.output<Settings[Name]['schema']> }
/** The settings by name, parsed: numbers are numbers, DATA_DIR is absolute, PUBLIC_URL defaults to this machine. */
export type Env = ParsedSettings & { readonly PUBLIC_URL: string }

/** Parses the settings once on start-up. Throws SettingError for the first invalid one; unknown variables are ignored. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const parsed: Record<string, unknown> = {}
  for (const [name, { schema, must, ...rest }] of Object.entries(settings) as [string, Setting][]) {
    const value = source[name]?.trim() || undefined
    const result = schema.safeParse(value)
    if (!result.success) {
      const valueText = rest.secret ? '' : `, not "${value?.replace(/\s+/g, ' ').slice(0, 60)}"`
      throw new SettingError(name, `The setting ${name} ${must}${valueText}.`)
    }
    parsed[name] = result.data
  }
  parsed.PUBLIC_URL ??= `http://localhost:${parsed.PORT}`
  return parsed as Env
}

/** Creates the data folder. Throws SettingError if that is impossible. */
export async function makeDataDir({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): Promise<void> {
  await makeFolders(DATA_DIR).catch(error => {
    throw new SettingError('DATA_DIR', `The folder ${DATA_DIR} cannot be created (${error.message}).`)
  })
}
