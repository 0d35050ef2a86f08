import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium.ts'

const chromium = await findChromium()

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  workers: 2,
  retries: 0,
  // A whole job of a person on a slow machine; what a journey proves is never how long it takes.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    // A sandbox of its own is not to be had as root, nor in most containers; shared memory is small in them.
    launchOptions: { ...chromium, args: ['--no-sandbox', '--disable-dev-shm-usage'] },
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    // Without pictures: filming every journey costs more than the film of a failed one tells beyond its snapshots.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    actionTimeout: 15_000,
  },
})
