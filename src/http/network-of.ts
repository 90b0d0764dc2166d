/** Who shares a limit: one IPv4 address, or the 64 bits of IPv6 that one customer has to himself. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address.split(':', 4).join(':')
}
