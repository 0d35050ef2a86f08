import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsPage, settingsPagePath } from './settings-page.ts'

test('docs/settings.md is as `npm run generate` writes it', () => {
  expect(readFileSync(settingsPagePath, 'utf8')).toBe(settingsPage())
})
