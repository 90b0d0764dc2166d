/** The key that pays for the service's calls, and more credit than they can cost. */
export const BENCH_ACCOUNT = {
  BOOTSTRAP_API_KEY: 'sk-svc-benchmark-0123456789abcdef',
  BOOTSTRAP_CREDIT_USD: '1000000',
} as const
