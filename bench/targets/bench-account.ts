/** The key that pays for the service's calls, more credit than they can cost, and as many calls at one time as a run may ask for. */
export const BENCH_ACCOUNT = {
  BOOTSTRAP_API_KEY: 'sk-svc-benchmark-0123456789abcdef',
  BOOTSTRAP_CREDIT_USD: '1000000',
  RUNNING_CALLS_PER_KEY_MAX: '8192',
} as const
