/** A time in milliseconds since the epoch as every JSON answer writes it. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
