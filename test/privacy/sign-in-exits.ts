import { ConsoleClient, mailOf } from '../support/console-client.ts'
import { throughProvider } from '../support/provider-browser.ts'
import { KEPT, MARKS, pageOutcome, type Exit, type Outcome, type Target } from './marked.ts'

/** Who signs in, and one of them is an operator. */
export const ADA = 'ada@example.com'
export const OPERATOR = 'operator@example.com'

const BROWSER = { 'user-agent': KEPT.browser }

/** A browser of nobody yet. */
export function browser({ url }: Target): ConsoleClient {
  return new ConsoleClient({ url, terminal: [] })
}

/** Asks for a mail and reads it. */
async function askForMail(
  target: Target,
  client: ConsoleClient,
  email: string,
): Promise<{ code: string; token: string }> {
  await client.post('/console/sign-in', { email, to: `/console/usage?q=${MARKS.search}` }, BROWSER)
  const { code, link } = mailOf((await target.inbox.next(email)).text ?? '')
  target.secrets.set(`code to ${email}`, code.replace(' ', ''))
  target.secrets.set(`code to ${email}, as it is read`, code)
  const token = link.split('/').at(-1) ?? ''
  target.secrets.set(`link to ${email}`, token)
  noteCookies(target, client, email)
  return { code, token }
}

function noteCookies(target: Target, client: ConsoleClient, whose: string): void {
  for (const [name, value] of client.cookies) target.secrets.set(`${name} of ${whose}`, value)
}

/** The browser of who signs in by a code; the same one each time. */
export async function signedIn(target: Target, email: string): Promise<ConsoleClient> {
  const before = target.signedIn.get(email)
  if (before) return before
  const client = browser(target)
  const { code } = await askForMail(target, client, email)
  await client.post('/console/sign-in/code', { code }, BROWSER)
  noteCookies(target, client, email)
  target.signedIn.set(email, client)
  return client
}

const exit = (name: string, end: string, run: (target: Target) => Promise<Response>): Exit => ({
  name: `sign-in: ${name}`,
  end,
  run: (target) => pageOutcome(run(target)),
})

/** Goes to the provider and back, as who is signed in there. */
async function atProvider(target: Target, change?: (back: URL) => void): Promise<Outcome> {
  const client = browser(target)
  const left = await client.get(`/console/sign-in/provider?to=/console/operator%3Fq=${MARKS.search}`, BROWSER)
  noteCookies(target, client, 'who goes to the provider')
  const back = await throughProvider(left.headers.get('location') ?? '')
  change?.(back)
  const code = back.searchParams.get('code')
  if (code !== null) target.secrets.set('code of the provider', code)
  const answer = await client.get(back.pathname + back.search, BROWSER)
  noteCookies(target, client, 'who comes from the provider')
  return pageOutcome(answer)
}

/** Keeps what the provider says to the service. */
function overhear(target: Target): void {
  target.oidc.tamper = (body) => {
    const { access_token: access, id_token: id } = JSON.parse(body) as Record<string, string>
    if (access !== undefined) target.secrets.set('access token of the provider', access)
    if (id !== undefined) target.secrets.set('id token of the provider', id)
    return body
  }
}

/** Every way in, and what is typed where nobody gets in. */
export const SIGN_IN_EXITS: Exit[] = [
  exit('no address', '422', (target) =>
    browser(target).post('/console/sign-in', { email: MARKS.typed, to: MARKS.typed }),
  ),
  exit('a search, signed out', '303', (target) => browser(target).get(`/console/operator?q=${MARKS.search}`)),
  exit('a form, signed out', '401', (target) => browser(target).post('/console/keys', { name: MARKS.typed })),
  exit('a code without a sign-in', '410', (target) =>
    browser(target).post('/console/sign-in/code', { code: '1234 5678' }),
  ),
  exit('a code of letters', '422', async (target) => {
    const client = browser(target)
    await askForMail(target, client, 'eve@example.com')
    return client.post('/console/sign-in/code', { code: MARKS.typed })
  }),
  exit('a link that is none', '410', (target) =>
    browser(target).post(`/console/sign-in/link/${MARKS.typed}`),
  ),
  exit('the page of a link', '200', (target) => browser(target).get(`/console/sign-in/link/${MARKS.typed}`)),
  exit('a session that is none', '303', (target) => {
    const client = browser(target)
    client.cookies.set('svc_session', MARKS.typed.padEnd(43, 'x'))
    return client.get('/console/keys')
  }),
  exit('by the code of a mail', '200', async (target) => (await signedIn(target, ADA)).get('/console/keys')),
  exit('by the link of a mail', '303', async (target) => {
    const client = browser(target)
    const { token } = await askForMail(target, client, 'bob@example.com')
    const answer = await client.post(`/console/sign-in/link/${token}`, {}, BROWSER)
    noteCookies(target, client, 'bob@example.com')
    return answer
  }),
  exit('as an operator', '200', async (target) =>
    (await signedIn(target, OPERATOR)).get('/console/operator'),
  ),
  {
    name: 'sign-in: at the provider',
    end: '303',
    run: (target) => {
      overhear(target)
      target.oidc.person = { sub: 'carol-1', email: 'carol@example.com', email_verified: true }
      return atProvider(target)
    },
  },
  {
    name: 'sign-in: at the provider, without a confirmed address',
    end: '403',
    run: (target) => {
      target.oidc.person = { sub: MARKS.typed, email: `${MARKS.typed}@example.com`, email_verified: false }
      return atProvider(target)
    },
  },
  {
    name: 'sign-in: stopped at the provider, in words of its own',
    end: '403',
    run: (target) => {
      target.oidc.person = null
      return atProvider(target, ({ searchParams }) => {
        searchParams.set('error', MARKS.refusal)
        searchParams.set('error_description', MARKS.typed)
      })
    },
  },
]
