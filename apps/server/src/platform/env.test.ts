import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeDataDir, readEnv, SettingError, secretSettingNames } from './env.ts'

test('a machine without settings gets working defaults', () => {
  expect(readEnv({})).toEqual({
    PORT: 4280,
    HOST: '0.0.0.0',
    DATABASE_URL: undefined,
    DATABASE_POOL: 10,
    DATA_DIR: resolve('data'),
    S3_PATH_STYLE: true,
    BACKUP_AT: '02:30',
    BACKUP_S3_PATH_STYLE: true,
    BACKUP_KEEP: [7, 4, 12],
    BACKUP_CHECK_WEEKLY: false,
    DEMO: undefined,
    SIGN_UP: 'open',
    DEMO_WORKERS: 12,
    PUBLIC_URL: 'http://localhost:4280',
    HSTS_SUBDOMAINS: true,
    PASSWORD_MIN: 6,
    EMAIL_CONFIRMATION: false,
    LANDING_ADMIN_EMAILS: [],
    TWO_STEP_REQUIRED: null,
    SSO_NAME: 'your organisation',
    SSO_EMAIL_DOMAINS: [],
    SSO_UNKNOWN: 'refuse',
    MAP_HOSTS: [],
    OPENFREEMAP_URL: 'https://tiles.openfreemap.org',
    GOOGLE_MAPS_URL: 'https://maps.googleapis.com',
    SMTP_URL: undefined,
    MAIL_FROM: 'Muster <muster@localhost>',
    WEBHOOK_ALLOW_PRIVATE: false,
    PUSH_ALLOW_PRIVATE: false,
    LOG_LEVEL: 'info',
    REQUEST_LOG: false,
    METRICS_HOST: '127.0.0.1',
    SESSION_DAYS: 30,
    RETENTION_DAYS: 90,
    TIME_ZONE: new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC',
    SECURITY_LOG_DAYS: 730,
    ZONES_MOST: 100_000,
    ZONES_MOST_PER_PERSON: 1_000,
    TRIES_PER_ADDRESS: 400,
    SOCKETS_PER_ADDRESS: 2_000,
    ZONE_FILES_QUOTA_MB: 5_000,
    CLAMAV_SOCKET: undefined,
    AUTH_SECRET: undefined,
    BACKUP_BEFORE_UPGRADE: true,
    TRUST_PROXY: false,
  })
})

test('an empty value counts as unset', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toEqual(readEnv({}))
})

test('values are parsed', () => {
  const env = readEnv({
    PORT: '0',
    DEMO: 'False',
    EMAIL_CONFIRMATION: '1',
    PUBLIC_URL: 'https://muster.example.org/',
    LANDING_ADMIN_EMAILS: 'A@example.org, b@example.org,',
    TWO_STEP_REQUIRED: '2027-01-31',
    DATABASE_URL: 'postgresql://me@db.example.org/muster',
    MAIL_FROM: 'Site Safety <safety@example.org>',
    TRUST_PROXY: '10.0.0.0/8, ::1',
  })
  expect(env).toMatchObject({
    PORT: 0,
    DEMO: false,
    EMAIL_CONFIRMATION: true,
    PUBLIC_URL: 'https://muster.example.org',
    LANDING_ADMIN_EMAILS: ['a@example.org', 'b@example.org'],
    TWO_STEP_REQUIRED: new Date('2027-01-31T00:00:00Z'),
    TRUST_PROXY: ['10.0.0.0/8', '::1'],
  })
  expect(readEnv({ TRUST_PROXY: '0' }).TRUST_PROXY).toBe(false)
  expect(readEnv({ TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2)
})

test.each([
  ['PORT', '80a'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['HOST', 'http://x'],
  ['DATABASE_URL', 'mysql://a/b'],
  ['DATABASE_POOL', '0'],
  ['DEMO', 'maybe'],
  ['SIGN_UP', 'sometimes'],
  ['DEMO_WORKERS', '1.5'],
  ['PUBLIC_URL', 'muster.example.org'],
  ['PUBLIC_URL', 'https://muster.example.org/app'],
  ['PUBLIC_URL', 'https://muster.example.org/?lang=hi'],
  ['HSTS_SUBDOMAINS', 'some'],
  ['PASSWORD_MIN', '5'],
  ['EMAIL_CONFIRMATION', '2'],
  ['LANDING_ADMIN_EMAILS', 'nobody'],
  ['TWO_STEP_REQUIRED', '2027-02-30'],
  ['S3_BUCKET', 'Muster Files'],
  ['S3_ENDPOINT', 's3.example.org'],
  ['S3_REGION', 'eu central'],
  ['S3_PATH_STYLE', 'perhaps'],
  ['SSO_ISSUER', 'id.example.org'],
  ['SSO_EMAIL_DOMAINS', 'ana@example.org'],
  ['SSO_UNKNOWN', 'perhaps'],
  ['SMTP_URL', 'mail.example.org'],
  ['MAIL_FROM', 'nobody\n@x'],
  ['LOG_LEVEL', 'loud'],
  ['SESSION_DAYS', '0'],
  ['AUTH_SECRET', 'short'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '999.1.1.1'],
  ['TRUST_PROXY', '10.0.0.0/33'],
])('%s=%j is refused in one line that names it', (name, value) => {
  let thrownError: unknown
  try {
    readEnv({ [name]: value })
  } catch (error) {
    thrownError = error
  }
  expect(thrownError).toBeInstanceOf(SettingError)
  const { message, variable } = thrownError as SettingError
  expect(variable).toBe(name)
  expect(message).toMatch(new RegExp(`^The setting ${name} must [^\\n]+\\.$`))
})

test('a refused secret is not repeated', () => {
  expect(() => readEnv({ DATABASE_URL: 'mysql://me:hunter2@db/x' })).toThrow(/^(?!.*hunter2)/)
})

describe('a secret in a file', () => {
  const secretFile = (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-secret-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'secret'), text)
    return join(folder, 'secret')
  }

  test('is read for every setting that holds one', () => {
    expect(secretSettingNames).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'SMTP_URL', 'AUTH_SECRET', 'S3_SECRET_ACCESS_KEY']),
    )
    const samples: Record<string, string> = {
      DATABASE_URL: 'postgres://me:pässwörd@db/muster',
      SMTP_URL: 'smtp://me:secret@mail:587',
      BACKUP_KEY: 'age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq',
      SECURITY_ANCHOR_URL: 'https://anchors.example.org/muster',
    }
    for (const name of secretSettingNames) {
      const secret = samples[name] ?? '0123456789abcdef0123456789abcdef'
      expect(readEnv({ [`${name}_FILE`]: secretFile(`${secret}\n`) })).toMatchObject({ [name]: secret })
    }
  })

  test.each([
    [
      'together with the setting',
      { SMTP_URL: 'smtp://mail', SMTP_URL_FILE: '/run/secrets/mail' },
      'SMTP_URL',
    ],
    ['that does not exist', { SMTP_URL_FILE: '/no/such/file' }, 'SMTP_URL_FILE'],
    ['that is a folder', { SMTP_URL_FILE: tmpdir() }, 'SMTP_URL_FILE'],
  ])('%s stops the start in one line', (_, source, variable) => {
    const readIt = () => readEnv(source)
    expect(readIt).toThrow(SettingError)
    expect(readIt).toThrow(
      expect.objectContaining({ variable, message: expect.stringMatching(/^[^\n]+\.$/) }),
    )
  })

  test('is refused in the data folder if it is the key of the backups', () => {
    const path = secretFile(`age1${'q'.repeat(58)}`)
    const settings = { BACKUP_KEY_FILE: path, DATA_DIR: dirname(path) }
    expect(() => readEnv(settings)).toThrow(/is in the data folder/)
    expect(readEnv({ ...settings, DATA_DIR: join(dirname(path), 'data') }).BACKUP_KEY).toMatch(/^age1/)
  })

  test('stops the start if it is empty or wrong, and the message does not repeat it', () => {
    expect(() => readEnv({ SMTP_URL_FILE: secretFile(' \n') })).toThrow(/ is empty\.$/)
    expect(() => readEnv({ SMTP_URL_FILE: secretFile('hunter2') })).toThrow(
      /^(?!.*hunter2)The setting SMTP_URL /,
    )
  })

  test('is not read for a setting without a secret, because an unknown variable is ignored', () => {
    expect(readEnv({ PORT_FILE: '/no/such/file' }).PORT).toBe(4280)
  })
})

test.runIf(process.platform === 'linux')('names an impossible data folder in the error', async () => {
  await expect(makeDataDir(readEnv({ DATA_DIR: '/proc/muster' }))).rejects.toThrow(
    /^The folder \/proc\/muster cannot be created/,
  )
})
