import { existsSync, readFileSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// The bootstrap of `npm test` notes the browser it found; without a note Playwright uses its own.
const note = 'node_modules/.cache/browser-path'
const executablePath = process.env.CHROMIUM || (existsSync(note) && readFileSync(note, 'utf8')) || undefined
// Workers read this file again: the port is chosen once and handed on through the environment.
process.env.MIZAN_BROWSER_PORT ??= String(20_000 + (process.pid % 20_000))
const baseURL = `http://localhost:${process.env.MIZAN_BROWSER_PORT}`

/** What English is walked as well: every page, the main job, signing in, and what says something else in each language. */
const inBothLanguages = [
  'crawl',
  'landed-costs',
  'main-job',
  'sign-in',
  'languages',
  'e-invoicing',
  'sending',
  'moving-in',
  'memberships',
]

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // One more than the cores of a small machine: a journey waits for the server as often as for the page.
  workers: 3,
  // Limits for what hangs, never measures: a loaded machine may be ten times slower than a quiet one.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL,
    timezoneId: 'Asia/Riyadh',
    contextOptions: { reducedMotion: 'reduce' },
    // A journey meets the server; what starts without one is e2e/offline.test.ts.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
        // One process for all pages of a worker (kit/test.ts keeps it): starting one for each page took a sixth of what pages cost.
        '--process-per-site',
        '--renderer-process-limit=1',
        // Compiling to the end is for pages that stay: these are left after seconds, and it took a tenth of the time.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    },
  },
  projects: [
    { name: 'ar', use: { locale: 'ar-SA' } },
    { name: 'en', use: { locale: 'en-GB' }, testMatch: inBothLanguages.map((name) => `${name}.test.ts`) },
  ],
  webServer: {
    command: `exec node test/harness/browser-server.ts ${process.env.MIZAN_BROWSER_PORT}`,
    url: `${baseURL}/api/health`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
