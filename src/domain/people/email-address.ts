/** The longest address that SMTP can carry (RFC 5321, 4.5.3.1.3). */
const LENGTH_MOST = 254

/** One `@` between a local part and a domain with a dot; no blanks, no control characters, nothing that mail headers take apart. */
const ADDRESS =
  /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/u

/** The address in the one form that is kept and compared: lower case, no blanks around it. Undefined where it is none. */
export function emailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  return address.length <= LENGTH_MOST && ADDRESS.test(address) ? address : undefined
}
