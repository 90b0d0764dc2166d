/** Micro-dollars as people read them: two decimals at least, six at most. */
export function dollars(micros: number): string {
  const usd = Math.abs(micros) / 1_000_000
  const text = usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })
  return `${micros < 0 ? '−' : ''}$${text}`
}
