import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium.ts'

const chromium = await findChromium()
const journeysFolder = join(import.meta.dirname, 'journeys')
const filesWithOwnServer = readdirSync(journeysFolder).filter(it =>
  readFileSync(join(journeysFolder, it), 'utf8').includes('test.use({ settings:'),
)

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './prepared-data.ts',
  // Journeys with their own server start first, one after the other in one worker, so those with the same settings share a server. At
  // the end, short ones keep all workers busy.
  projects: [
    { name: 'own server', testMatch: filesWithOwnServer, workers: 1 },
    { name: 'shared server', testIgnore: filesWithOwnServer },
  ],
  outputDir: '../test-results',
  // Journeys spend about half of their time waiting, so two cores have time for a third.
  workers: 3,
  retries: 0,
  // The timeout is generous, because a journey covers a person's whole task and may run on a slow machine. Journeys do not test
  // speed.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    // The Chromium sandbox is unavailable as root and in most containers, which also have little shared memory.
    launchOptions: { ...chromium, args: ['--no-sandbox', '--disable-dev-shm-usage'] },
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    // A failed journey keeps its actions and console, a screenshot of the end and the page texts. Video or full snapshots would
    // add a tenth to the run time: `--trace on` records them for one journey.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
  },
})
