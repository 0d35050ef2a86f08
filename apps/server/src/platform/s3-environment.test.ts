import { expect, test } from 'vitest'
import { readEnv, SettingError } from './env.ts'
import { readS3 } from './s3-environment.ts'

const completeSettings = {
  S3_BUCKET: 'muster-files',
  S3_ENDPOINT: 'https://s3.example.org',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}

test('files stay on disk without a bucket', () => {
  expect(readS3(readEnv({}))).toBeNull()
  expect(readS3(readEnv({ S3_PATH_STYLE: '0' }))).toBeNull()
})

test.each(['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)(
  '%s without a bucket is refused, because files would stay on disk',
  name => {
    expect(() => readS3(readEnv({ [name]: completeSettings[name] }))).toThrow(
      `The setting S3_BUCKET is missing: ${name} is of no use without it.`,
    )
  },
)

test('a complete bucket configuration is used', () => {
  expect(readS3(readEnv({ ...completeSettings, S3_PATH_STYLE: '0' }))).toEqual({
    bucket: 'muster-files',
    endpoint: 'https://s3.example.org',
    region: 'eu-central-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    forcePathStyle: false,
  })
})

test.each(['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
  'a bucket without %s is refused in one line that names it',
  name => {
    const readWithout = () => readS3(readEnv({ ...completeSettings, [name]: '' }))
    expect(readWithout).toThrow(SettingError)
    expect(readWithout).toThrow(`The setting ${name} is missing: S3_BUCKET needs it.`)
  },
)
