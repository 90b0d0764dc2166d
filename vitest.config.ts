import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['./test/support/fast-check-seed.ts'],
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    // Real sockets and real processes on a busy machine: the limit catches a hang, it is no measure of speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    // Test files share the modules they import, so that the registry of 66 modules is read once for each worker.
    isolate: false,
    // A test that fails is told anyway; it should not hide the figures.
    coverage: {
      include: ['src/**/*.ts'],
      reporter: ['text', 'html'],
      reportOnFailure: true,
      thresholds: { statements: 90, branches: 90, functions: 90, lines: 90 },
    },
  },
})
