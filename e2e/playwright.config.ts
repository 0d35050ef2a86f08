import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium.ts'

const chromium = await findChromium()

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './prepared-data.ts',
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
    // What was done and asked, kept of a failed journey beside a picture of its end and the words that stood there. Filming
    // every journey, or noting its whole page at each step, is a tenth of their time: `--trace on` does it for one.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
  },
})
