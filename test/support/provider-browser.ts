/** Goes through the provider as a browser with these cookies of it, and gives the address that it is sent back to. */
export async function throughProvider(address: string, jar = new Map<string, string>()): Promise<URL> {
  for (let at = new URL(address); ;) {
    if (at.pathname.startsWith('/console/')) return at
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const next = answer.headers.get('location')
    if (next === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
    at = new URL(next, at)
  }
}
