import { expect, test } from 'vitest'
import { findMisspeltSettings } from './misspelt-settings.ts'

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['SMTP_URI', 'SMTP_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['TRUST_PROXYS', 'TRUST_PROXY'],
  ['public_url', 'PUBLIC_URL'],
])('%s is taken for a slip of %s', (name, meant) => {
  expect(findMisspeltSettings({ [name]: 'x' })).toEqual([{ name, meant }])
})

test('ignores other variables, empty ones, and settings that are also spelt right', () => {
  expect(findMisspeltSettings({ HOSTNAME: 'x', POST: '1', PATH: '/', npm_config_cache: '/' })).toEqual([])
  expect(findMisspeltSettings({ SMPT_URL: '' })).toEqual([])
  expect(findMisspeltSettings({ SMPT_URL: 'x', SMTP_URL: 'smtp://mail' })).toEqual([])
})
