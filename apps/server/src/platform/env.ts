import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { relative, resolve, sep } from 'node:path'
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
import { isBackupSchedule } from '../backup/backup-schedule.ts'
import { doorLimits } from '../doors/door-limits.ts'
import { makeFolders } from '../lib/make-folders.ts'

/** Thrown for a missing or invalid setting. The message is one line that names the variable and states its requirement. */
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

/** An address without a path, because everything is served at the root of its host. */
const rootAddress = urlSetting('http', 'https').refine(it => {
  if (!URL.canParse(it)) return false
  const { pathname, search, hash } = new URL(it)
  return /^\/*$/.test(pathname) && search === '' && hash === ''
})

const mapAddress = z.string().refine(it => mapAddressProblem(it) === undefined)

/** Proxies whose forwarded header is trusted: 0 for none, the number of proxies, or a list of IP addresses. */
const trustedProxies = z
  .string()
  .regex(/^(\d{1,2}|[0-9a-fA-F.:/]+(\s*,\s*[0-9a-fA-F.:/]+)*)$/)
  .transform(it => (/^\d+$/.test(it) ? Number(it) || false : it.split(',').map(item => item.trim())))
  .refine(it => !Array.isArray(it) || it.every(isAddressOrNetwork))

/** Returns true for an IP address, or a network such as `10.0.0.0/8`. */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)

/** A secret key (Bech32 in capitals) or a public one of age. */
/** Takes the key out of a file as `age-keygen` writes it, with comments. */
const toKeyLine = (content: string) =>
  content
    .split(/\s*\n\s*/)
    .find(line => line.startsWith('AGE-SECRET-KEY-') || line.startsWith('age1'))
    ?.trim() ?? ''
const ageKey = z
  .string()
  .transform(toKeyLine)
  .pipe(z.string().regex(/^(AGE-SECRET-KEY-1[0-9A-Z]{58}|age1[0-9a-z]{58})$/))
const ageKeyMessage = 'must be an age key such as AGE-SECRET-KEY-1… or age1…'
const keepCount = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .refine(it => it <= 400)

type Setting = { readonly schema: z.ZodType; readonly must: string; readonly secret?: boolean }

/** Every setting, with its accepted values and the message for other values. An empty value counts as unset. */
const settings = {
  /** Port of the web app and the API. 0 selects any free port. */
  PORT: { schema: wholeNumber(0, 65_535).default(4280), must: wholeMessage(0, 65_535) },
  /**
   * Address to listen on. By default Muster listens on all addresses, because people use it from their phones. `127.0.0.1`
   * restricts it to this machine.
   */
  HOST: {
    schema: z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('0.0.0.0'),
    must: 'must be an address such as 0.0.0.0 or 127.0.0.1',
  },
  /**
   * URL of your own PostgreSQL 15 or newer, with the account that owns the database; without it Muster starts its embedded
   * PostgreSQL. The account must be allowed to create roles. Requests log in as one of these roles (`muster_app_…`), which
   * `pg_hba.conf` must admit like the owner, with a password. `docs/database-tls.md` describes TLS, and `docs/scale.md` standbys: the
   * URL has one host, which must always lead to the primary.
   */
  DATABASE_URL: {
    schema: urlSetting('postgres', 'postgresql').optional(),
    must: 'must look like postgres://user:password@host:5432/database',
    secret: true,
  },
  /** Number of database connections for requests. The server's own work uses the same number in addition. */
  DATABASE_POOL: { schema: wholeNumber(2, 500).default(10), must: wholeMessage(2, 500) },
  /**
   * Folder for the embedded database, files, mail, and the key that signs this node's anchors of the security log (`anchor-key`). A
   * relative path starts at the folder Muster is started in. Keep the key out of reach of the database owner. Other accounts on the
   * machine have no access to the folder (folders 0700, files 0600), even if they had before. When Muster is started as root, the
   * account that runs PostgreSQL may traverse the folder to reach its cluster (0711).
   */
  DATA_DIR: {
    schema: z
      .string()
      .default('./data')
      .transform(it => resolve(it)),
    must: 'must be the path of a folder',
  },
  /**
   * Back up the database into `DATA_DIR/backups` before a new version changes it. The last three of these backups are kept. With
   * `DATABASE_URL`, pg_dump makes it, or Muster itself if that is missing. `0` upgrades without a backup. See `UPGRADING.md`.
   */
  BACKUP_BEFORE_UPGRADE: { schema: toggle.default(true), must: toggleMessage },
  /**
   * Bucket in an S3-compatible store for all files, such as photos, attachments, documents and downloads of people's own data,
   * instead of `DATA_DIR/files`. The bucket must be private and used by this installation only. See `docs/files.md`.
   */
  S3_BUCKET: {
    schema: bucketName.optional(),
    must: 'must be the name of a bucket such as muster-files',
  },
  /** Address of the store, without the bucket; required with `S3_BUCKET`, as are the region and the key. */
  S3_ENDPOINT: {
    schema: urlSetting('http', 'https').optional(),
    must: 'must be an address such as https://s3.eu-central-1.amazonaws.com',
  },
  /** Region that the store is in or claims to be in: `us-east-1` for MinIO, `garage` for Garage. */
  S3_REGION: {
    schema: z
      .string()
      .regex(/^[\w-]{1,60}$/)
      .optional(),
    must: 'must be a region such as eu-central-1',
  },
  /** Id of a key that may read, write, list and delete objects in the bucket. */
  S3_ACCESS_KEY_ID: { schema: z.string().max(200).optional(), must: 'must be the id of a key of the store' },
  /** Secret of the key `S3_ACCESS_KEY_ID`. */
  S3_SECRET_ACCESS_KEY: {
    schema: z.string().max(500).optional(),
    must: 'must be the secret of a key of the store',
    secret: true,
  },
  /** `0` for a store that accepts the bucket only as part of the host name: `https://muster-files.s3.example.org`. */
  S3_PATH_STYLE: { schema: toggle.default(true), must: toggleMessage },
  /**
   * When Muster backs itself up: a time such as `02:30` in `TIME_ZONE`, a cron expression such as `30 2 * * 1-5`, or `off`. A missed
   * backup is made at the next start. See `docs/backups.md`.
   */
  BACKUP_AT: {
    schema: z.string().default('02:30').refine(isBackupSchedule),
    must: 'must be a time such as 02:30, a cron expression such as 30 2 * * *, or off',
  },
  /** Folder for the backups, preferably on another disk. Unset: `DATA_DIR/backups`, on the same disk as the data. */
  BACKUP_DIR: {
    schema: z
      .string()
      .transform(it => resolve(it))
      .optional(),
    must: 'must be the path of a folder',
  },
  /** Bucket for the backups, instead of a folder; must not be `S3_BUCKET`; preferably at another provider. */
  BACKUP_S3_BUCKET: {
    schema: bucketName.optional(),
    must: 'must be the name of a bucket such as muster-backups',
  },
  /** Address of the store with `BACKUP_S3_BUCKET`, without the bucket; required with it, as are the region and the key. */
  BACKUP_S3_ENDPOINT: {
    schema: urlSetting('http', 'https').optional(),
    must: 'must be an address such as https://s3.eu-central-1.amazonaws.com',
  },
  /** Region of the store with `BACKUP_S3_BUCKET`. */
  BACKUP_S3_REGION: {
    schema: z
      .string()
      .regex(/^[\w-]{1,60}$/)
      .optional(),
    must: 'must be a region such as eu-central-1',
  },
  /** Id of a key that may read, write, list and delete objects in `BACKUP_S3_BUCKET`. */
  BACKUP_S3_ACCESS_KEY_ID: {
    schema: z.string().max(200).optional(),
    must: 'must be the id of a key of the store',
  },
  /** Secret of the key `BACKUP_S3_ACCESS_KEY_ID`. */
  BACKUP_S3_SECRET_ACCESS_KEY: {
    schema: z.string().max(500).optional(),
    must: 'must be the secret of a key of the store',
    secret: true,
  },
  /** `0` for a store that accepts `BACKUP_S3_BUCKET` only as part of the host name. */
  BACKUP_S3_PATH_STYLE: { schema: toggle.default(true), must: toggleMessage },
  /**
   * Encrypt the backups with this age key: `AGE-SECRET-KEY-1…`, or only its public part `age1…`, which can make backups but not
   * open them. `npm run backup -- --new-key` creates one. Keep the secret key apart from the backups: without it they are lost.
   */
  BACKUP_KEY: { schema: ageKey.optional(), must: ageKeyMessage, secret: true },
  /** Number of daily, weekly and monthly backups to keep. */
  BACKUP_KEEP: {
    schema: z
      .string()
      .default('7,4,12')
      .transform(it => it.split(',').map(part => part.trim()))
      .pipe(z.tuple([keepCount, keepCount, keepCount]))
      .refine(counts => counts.some(it => it > 0)),
    must: 'must be three whole numbers from 0 to 400 such as 7,4,12 (days, weeks, months), not all 0',
  },
  /** Check the last backup once a week: restore it into an empty place and compare it. Needs the secret key if it is encrypted. */
  BACKUP_CHECK_WEEKLY: { schema: toggle.default(false), must: toggleMessage },
  /**
   * Load the demo organisation into an empty database. Its passwords are public, so where PUBLIC_URL is https, or DATABASE_URL,
   * SMTP_URL or TRUST_PROXY is set, it is loaded and offered only with an explicit `DEMO=1`. `0` suspends the demo people in a
   * database that has them.
   */
  DEMO: { schema: toggle.optional(), must: toggleMessage },
  /**
   * Determines who may create their own account on the Sign up page: `open` for everybody who reaches this address (they see
   * nothing until somebody adds them), `invited` for people with a link that an administrator creates under Users, or `closed` for
   * nobody. Administrators and single sign-on (`SSO_UNKNOWN`) can create accounts in every mode.
   */
  SIGN_UP: { schema: z.enum(signUpModes).default('open'), must: `must be ${signUpModes.join(', ')}` },
  /**
   * Time zone in which the days of reports begin and end, such as `Asia/Kolkata`, for organisations without a time zone of their
   * own. Unset: the machine's time zone.
   */
  TIME_ZONE: {
    schema: timeZone.default(() => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'),
    must: 'must be the name of a time zone such as Asia/Kolkata',
  },
  /** Number of simulated workers in the demo who walk in and out of zones; 0 turns them off. */
  DEMO_WORKERS: { schema: wholeNumber(0, 500).default(12), must: wholeMessage(0, 500) },
  /** Address at which people reach Muster, used for links in mail, without a trailing slash. Unset: `http://localhost:PORT`. */
  PUBLIC_URL: {
    schema: rootAddress.transform(it => it.replace(/\/+$/, '')).optional(),
    must: 'must be an address without a path such as https://muster.example.org',
  },
  /**
   * Where PUBLIC_URL is https: whether browsers remember https for its subdomains too, for a year. `0` where other sites on
   * subdomains have no https.
   */
  HSTS_SUBDOMAINS: { schema: toggle.default(true), must: toggleMessage },
  /** Minimum password length; 10 or more is recommended. */
  PASSWORD_MIN: { schema: wholeNumber(6, 64).default(6), must: wholeMessage(6, 64) },
  /** Require new accounts to confirm their e-mail address. */
  EMAIL_CONFIRMATION: { schema: toggle.default(false), must: toggleMessage },
  /** E-mail addresses, separated by commas, of people who land on the admin dashboard after signing in. */
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
   * Require a second sign-in step from everybody who looks after others (every role that sees the people in a zone): `1`
   * immediately, or a day such as `2027-01-31` (its beginning in UTC), until which they are only reminded. See
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
   * Issuer for single sign-on with OpenID Connect (Keycloak, Entra ID, Google, …), exactly as the provider publishes it. See
   * `docs/signing-in.md`.
   */
  SSO_ISSUER: {
    schema: urlSetting('http', 'https').optional(),
    must: 'must be an address such as https://id.example.org/realms/main',
  },
  /** Client id that the provider issued for this installation; required with `SSO_ISSUER`. */
  SSO_CLIENT_ID: {
    schema: z.string().max(200).optional(),
    must: 'must be the id the provider gave this installation',
  },
  /** Client secret that the provider issued for this installation; required with `SSO_ISSUER`. */
  SSO_CLIENT_SECRET: {
    schema: z.string().max(500).optional(),
    must: 'must be the secret the provider gave',
    secret: true,
  },
  /** Label of the single sign-on button, after "Sign in with". */
  SSO_NAME: {
    schema: z.string().max(40).default('your organisation'),
    must: 'must have at most 40 characters',
  },
  /** Domains, separated by commas, whose e-mail addresses may use single sign-on; empty: all domains. */
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
  /**
   * Determines whether people without an account who use single sign-on are refused (`refuse`) or get an account without zones
   * (`create`).
   */
  SSO_UNKNOWN: { schema: z.enum(['refuse', 'create']).default('refuse'), must: 'must be refuse or create' },
  /** Maximum size in megabytes of the files in one zone's folders, including old versions and deleted files; 0 sets no limit. */
  ZONE_FILES_QUOTA_MB: {
    schema: wholeNumber(0, 10_000_000).default(5_000),
    must: wholeMessage(0, 10_000_000),
  },
  /**
   * Scan every uploaded file with ClamAV: the path of clamd's socket, or its `host:port`. Files that cannot be scanned are
   * rejected.
   */
  CLAMAV_SOCKET: {
    schema: z
      .string()
      .regex(/^(\/.{1,200}|[^\s/]{1,200}:\d{1,5})$/)
      .optional(),
    must: 'must be the path of a socket or host:port',
  },
  /** URL of the mail server. Without it, mail is written to files in `DATA_DIR/mail`, which are kept for 14 days. */
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
  /** Address for replies to mail, such as a help desk; without it replies go to `MAIL_FROM`. */
  MAIL_REPLY_TO: { schema: z.email().optional(), must: 'must be an e-mail address' },
  /**
   * Allow webhooks to this machine, to private networks and to addresses without https, for testing or for receivers of your own.
   * See `docs/webhooks.md`.
   */
  WEBHOOK_ALLOW_PRIVATE: { schema: toggle.default(false), must: toggleMessage },
  /**
   * Allow notifications through push services on this machine, in private networks and without https, for testing or for a push
   * service of your own. See `docs/push.md`.
   */
  PUSH_ALLOW_PRIVATE: { schema: toggle.default(false), must: toggleMessage },
  /**
   * Log level: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. With `debug`, start-up logs every step, including
   * npm and the build. The log is human-readable in a terminal, and one JSON line per entry elsewhere.
   */
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    must: 'must be fatal, error, warn, info, debug, trace or silent',
  },
  /**
   * Log one line for each request at the level `info`: its id, method, route, status, milliseconds, account id and IP address.
   * Paths, queries and contents are never logged. The id is the reference that the app shows for an unexpected error.
   */
  REQUEST_LOG: { schema: toggle.default(false), must: toggleMessage },
  /** Port of its own for `/metrics` (`docs/metrics.md`). Unset, and without METRICS_TOKEN, there are no metrics. */
  METRICS_PORT: { schema: wholeNumber(1, 65_535).optional(), must: wholeMessage(1, 65_535) },
  /** Address to listen on for METRICS_PORT. Without METRICS_TOKEN, everybody who reaches it can read the metrics. */
  METRICS_HOST: {
    schema: z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('127.0.0.1'),
    must: 'must be an address such as 127.0.0.1 or 0.0.0.0',
  },
  /**
   * Token that must be sent to read `/metrics`, as `authorization: Bearer …`. Without METRICS_PORT, `/metrics` is served at PORT,
   * to holders of the token only.
   */
  METRICS_TOKEN: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{16,512}$/)
      .optional(),
    must: 'must have 16 to 512 characters, without spaces',
    secret: true,
  },
  /** Days until an unused session expires. */
  SESSION_DAYS: { schema: wholeNumber(1, 365).default(30), must: wholeMessage(1, 365) },
  /** Days that readings, closed visits and notices about them are kept. */
  RETENTION_DAYS: {
    schema: wholeNumber(1, 3_650).default(limits.retentionDays),
    must: wholeMessage(1, 3_650),
  },
  /** Minimum number of days that the events in the security log are kept; they are dropped a month at a time. */
  SECURITY_LOG_DAYS: {
    schema: wholeNumber(30, 36_500).default(730),
    must: wholeMessage(30, 36_500),
  },
  /**
   * Address to which the signed head of the security log is posted as JSON every five minutes if it has changed, in addition to
   * being written to `DATA_DIR/security-anchors.jsonl`.
   */
  SECURITY_ANCHOR_URL: {
    schema: urlSetting('http', 'https').optional(),
    must: 'must be an address such as https://anchors.example.org/muster',
    secret: true,
  },
  /** Maximum zones in the installation. */
  ZONES_MOST: { schema: wholeNumber(1, 1_000_000).default(100_000), must: wholeMessage(1, 1_000_000) },
  /** Maximum zones that one person may have created. */
  ZONES_MOST_PER_PERSON: {
    schema: wholeNumber(1, 1_000_000).default(1_000),
    must: wholeMessage(1, 1_000_000),
  },
  /**
   * Geocoder that finds places by name: the address of a Nominatim (`…/search`) or Photon (`…/api`) server, your own or a public
   * one. If set, it overrides the Map settings page; if unset, a super admin may choose a public geocoder there.
   */
  GEOCODER_URL: {
    schema: urlSetting('http', 'https')
      .refine(it => /\/(search|api)\/?$/.test(new URL(it).pathname))
      .optional(),
    must: 'must look like https://nominatim.example.org/search or https://photon.example.org/api',
  },
  /**
   * Map under the zones: `built_in`, `openfreemap`, `style`, `pmtiles` or `google`. If set, it cannot be changed on the Map
   * settings page; if unset, a super admin chooses there, and until then it is `openfreemap`. With `built_in`, no other server is
   * contacted for maps or places. Decision 020 (`docs/decisions/020-streets-by-default.md`) describes who sees what.
   */
  MAP_BASE: {
    schema: z.enum(baseMapKinds).optional(),
    must: `must be ${baseMapKinds.join(', ')}`,
  },
  /** Origin that serves the styles and tiles for `openfreemap`: its public host, or your own copy. */
  OPENFREEMAP_URL: {
    schema: urlSetting('http', 'https').default(openFreeMapOrigin),
    must: `must look like ${openFreeMapOrigin}`,
  },
  /** MapLibre style that `MAP_BASE=style` draws. */
  MAP_STYLE_URL: { schema: mapAddress.optional(), must: 'must be an address that begins with https://' },
  /** Style of the satellite view for `MAP_BASE=style`. */
  MAP_SATELLITE_STYLE_URL: {
    schema: mapAddress.optional(),
    must: 'must be an address that begins with https://',
  },
  /** Further hosts, besides the hosts of the styles, that `MAP_BASE=style` may load from, separated by commas. */
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
  /** Map for `MAP_BASE=pmtiles`: an address, or `/map-files/name.pmtiles` for a file in `DATA_DIR/maps`. */
  MAP_PMTILES: {
    schema: z.string().refine(isPmtilesAddress).optional(),
    must: 'must begin with https://, or look like /map-files/name.pmtiles',
  },
  /** Google Maps key for `MAP_BASE=google`; every signed-in browser receives it. */
  GOOGLE_MAPS_KEY: {
    schema: z
      .string()
      .regex(/^[\w-]{10,200}$/)
      .optional(),
    must: 'must be a key as Google shows it',
    secret: true,
  },
  /** Address from which Google's script is loaded. */
  GOOGLE_MAPS_URL: {
    schema: urlSetting('http', 'https').default('https://maps.googleapis.com'),
    must: 'must look like https://maps.googleapis.com',
  },
  /**
   * Key that signs tokens and links, and encrypts the secrets of authenticator apps. If it changes, codes from those apps no longer
   * work, but recovery codes do. If unset, a key is created on the first start and stored in the database, where all nodes find it,
   * and therefore also in its dumps and backups. To keep it out of them, set the same key on every node.
   */
  AUTH_SECRET: {
    schema: z.string().min(32).optional(),
    must: 'must have at least 32 characters',
    secret: true,
  },
  /**
   * Failed sign-ins allowed from one IP address in 15 minutes; also the number of sign-ups and of mailed links allowed per hour.
   * Beyond that, each account still has three attempts an hour from that address.
   */
  TRIES_PER_ADDRESS: { schema: wholeNumber(10, 1_000_000).default(400), must: wholeMessage(10, 1_000_000) },
  /**
   * Maximum connections from one IP address to a node; raise it for a site where many people share an address. Not used behind a
   * trusted proxy, which limits its clients' connections itself.
   */
  SOCKETS_PER_ADDRESS: {
    schema: wholeNumber(10, 1_000_000).default(doorLimits.socketsPerAddress),
    must: wholeMessage(10, 1_000_000),
  },
  /**
   * Behind a reverse proxy: the number of proxies, or their IP addresses, separated by commas. Without it, everybody behind the
   * proxy shares the limits of one address; System Status warns if it seems to be missing.
   */
  TRUST_PROXY: {
    schema: trustedProxies.default(false),
    must: 'must be 0, a number of proxies, or addresses separated by commas',
  },
} satisfies Record<string, Setting>

type Settings = typeof settings
type ParsedSettings = { readonly [Name in keyof Settings]: z.output<Settings[Name]['schema']> }
/** The parsed settings by name. DATA_DIR is an absolute path, and PUBLIC_URL defaults to this machine. */
export type Env = ParsedSettings & { readonly PUBLIC_URL: string }

/** The names of the settings that hold a secret. Each can be read from a file: `SMTP_URL_FILE` names the file of `SMTP_URL`. */
export const secretSettingNames = Object.entries(settings as Record<string, Setting>)
  .filter(([, { secret }]) => secret)
  .map(([name]) => name)

/** Parses the settings once on start-up. Throws SettingError for the first invalid one; unknown variables are ignored. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const parsedSettings: Record<string, unknown> = {}
  for (const [name, { schema, must, ...options }] of Object.entries(settings) as [string, Setting][]) {
    if (options.secret && source[name]?.trim() && source[`${name}_FILE`]?.trim())
      throw new SettingError(name, `Set either ${name} or ${name}_FILE, not both.`)
    const value = source[name]?.trim() || (options.secret ? readSecretFile(name, source) : undefined)
    const result = schema.safeParse(value)
    if (!result.success) {
      const valueText = options.secret ? '' : `, not "${value?.replace(/\s+/g, ' ').slice(0, 60)}"`
      throw new SettingError(name, `The setting ${name} ${must}${valueText}.`)
    }
    parsedSettings[name] = result.data
  }
  refuseKeyInsideBackups(source, parsedSettings.DATA_DIR as string)
  parsedSettings.PUBLIC_URL ??= `http://localhost:${parsedSettings.PORT}`
  return parsedSettings as Env
}

export const settingNames: readonly string[] = Object.keys(settings)
/** Throws SettingError if the file with BACKUP_KEY is in the data folder, because every backup would then contain its own key. */
function refuseKeyInsideBackups(source: NodeJS.ProcessEnv, dataDir: string): void {
  const path = source.BACKUP_KEY_FILE?.trim()
  if (!path || relative(resolve(dataDir), resolve(path)).split(sep)[0] === '..') return
  throw new SettingError(
    'BACKUP_KEY_FILE',
    `The file ${path} is in the data folder, which is backed up: keep the key of the backups elsewhere.`,
  )
}

/**
 * Reads a secret from the file that `<name>_FILE` names, which is how Docker, Kubernetes and systemd hand out secrets. Throws
 * SettingError without the contents.
 */
function readSecretFile(name: string, source: NodeJS.ProcessEnv): string | undefined {
  const variable = `${name}_FILE`
  const path = source[variable]?.trim()
  if (!path) return undefined
  let secret: string
  try {
    secret = readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SettingError(variable, `The file ${path} that ${variable} names cannot be read (${code}).`)
  }
  if (!secret) throw new SettingError(variable, `The file ${path} that ${variable} names is empty.`)
  return secret
}

/** Creates the data folder. Throws SettingError if that is impossible. */
export async function makeDataDir({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): Promise<void> {
  await makeFolders(DATA_DIR).catch(error => {
    throw new SettingError('DATA_DIR', `The folder ${DATA_DIR} cannot be created (${error.message}).`)
  })
}
