import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Tests share the process of their worker and never a database: a fresh process each costs half a second.
    isolate: false,
    // One more than the cores of a small machine: tests of servers wait for other processes.
    maxWorkers: 3,
    // As long as what hangs may take: what is waited for comes late on a loaded machine.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Decisions of the server are tested without a database.
          include: ['{ledger,contract,web,locales,scripts}/**/*.test.ts', 'server/**/decide-*.test.ts'],
          // A limit for what hangs, never a measure.
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['{server,test}/**/*.test.ts'],
          exclude: ['server/**/decide-*.test.ts', 'test/cluster/**', 'test/distributed/**', '**/node_modules/**'],
          globalSetup: ['test/harness/cluster.ts'],
          setupFiles: ['test/harness/after-file.ts'],
          // A limit for what hangs, never a measure: a loaded machine may be ten times slower than a quiet one.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // Only by its own command: it needs programs that most machines lack (npm run test:cluster).
      ...(process.env.FAILOVERS
        ? [{ extends: true as const, test: { name: 'cluster', include: ['test/cluster/**/*.test.ts'] } }]
        : []),
      ...(process.env.DISTRIBUTED
        ? [{ extends: true as const, test: { name: 'distributed', include: ['test/distributed/**/*.test.ts'] } }]
        : []),
    ],
  },
})
