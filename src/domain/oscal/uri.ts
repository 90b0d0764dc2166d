/** Every character that RFC 3986 has no place for; brackets too, which it allows in addresses of hosts alone. */
const FOREIGN = /[^\w\-.~:/?#@!$&'()*+,;=%]/gu

/** A web address as OSCAL wants it, a URI: what is not ASCII is percent-encoded, a host's name as its `xn--` form. */
export function uri(address: string): string {
  return new URL(address).href.replaceAll(FOREIGN, encodeURIComponent)
}
