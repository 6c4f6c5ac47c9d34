import { defineConfig } from 'vitest/config';

/** Three levels of test by suffix (docs/testing in CONTRIBUTING): .unit no I/O, .int a real database, .e2e the whole bot. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // One PostgreSQL a run, started by the first test that asks for a database.
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/properties.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // End-to-end tests wait for bounds most of their time; a third worker uses the cores meanwhile.
    maxWorkers: 3,
  },
});
