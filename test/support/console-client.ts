import type { Service } from './start-service.ts'

/** A browser without scripts: cookies, redirects that are followed by hand, forms as browsers send them. */
export class ConsoleClient {
  readonly #service: Pick<Service, 'url' | 'terminal'>
  readonly cookies = new Map<string, string>()

  constructor(service: Pick<Service, 'url' | 'terminal'>) {
    this.#service = service
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(path, { headers })
  }

  /** Posts a form as a page of the console does. */
  post(
    path: string,
    fields: Record<string, string> | URLSearchParams = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.#send(path, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams(fields),
    })
  }

  /** The page as text. */
  async page(path: string): Promise<string> {
    return (await this.get(path)).text()
  }

  /** Asks for a mail, and gives what the terminal showed of it. */
  async ask(email: string, to?: string): Promise<{ code: string; link: string }> {
    const before = this.#service.terminal.length
    await this.post('/console/sign-in', { email, ...(to !== undefined && { to }) })
    return mailOf(this.#service.terminal.slice(before).join('\n'))
  }

  /** Signs in with the code of a mail; the answer is the redirect. */
  async signIn(email: string, to?: string): Promise<Response> {
    const { code } = await this.ask(email, to)
    return this.post('/console/sign-in/code', { code })
  }

  async #send(
    path: string,
    { headers, ...init }: { method?: string; body?: URLSearchParams; headers: Record<string, string> },
  ): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(new URL(path, this.#service.url), {
      ...init,
      redirect: 'manual',
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
    })
    for (const line of answer.headers.getSetCookie()) this.#keep(line)
    return answer
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** The code and the link of a sign-in mail. */
export function mailOf(text: string): { code: string; link: string } {
  const [, code = ''] = /^[ |]*(\d{4} \d{4})\s*$/m.exec(text) ?? []
  const [, link = ''] = /(https?:\S+\/sign-in\/link\/\S+)/.exec(text) ?? []
  return { code, link }
}
