import { BlockList, isIP } from 'node:net'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether a host, as URLs and listeners write it, is this machine and no other. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  return family === 0 ? address === 'localhost' : LOOPBACK.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
