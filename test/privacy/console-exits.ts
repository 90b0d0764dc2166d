import type { ConsoleClient } from '../support/console-client.ts'
import { KEPT, MARKS, pageOutcome, type Exit, type Target } from './marked.ts'
import { ADA, OPERATOR, signedIn } from './sign-in-exits.ts'

type Run = (client: ConsoleClient, target: Target) => Promise<Response>

/** What a person does who is signed in. */
const by = (email: string, name: string, end: string, run: Run): Exit => ({
  name: `console: ${name}`,
  end,
  run: async (target) => pageOutcome(run(await signedIn(target, email), target)),
})

const get = (name: string, end: string, path: string, email = ADA): Exit =>
  by(email, name, end, (client) => client.get(`/console${path}`))

const post = (name: string, end: string, path: string, fields: Record<string, string>, email = ADA): Exit =>
  by(email, name, end, (client) => client.post(`/console${path}`, fields))

/** The id of the form that a page has. */
export async function formOf(client: ConsoleClient, path: string): Promise<string> {
  return /name="form" value="(\w+)"/.exec(await client.page(path))?.[1] ?? ''
}

/** An answer that shows the secret of a key or token, which is noted. */
async function showsSecret(target: Target, what: string, answer: Response): Promise<Response> {
  const page = await answer.clone().text()
  const [, secret] = /id="secret">((?:sk|pat)-svc-\w+)</.exec(page) ?? []
  if (secret !== undefined) target.secrets.set(what, secret)
  return answer
}

/** The page of the first one in the list of keys, or of tokens. */
async function firstOf(client: ConsoleClient, list: 'keys' | 'tokens'): Promise<string> {
  const page = await client.page(`/console/${list}`)
  return new RegExp(`href="(/console/${list}/[0-9A-Za-z]{12})"`).exec(page)?.[1] ?? ''
}

const madeAndRolled = (what: 'key' | 'token', fields: Record<string, string>): Exit[] => [
  by(ADA, `a ${what} is made`, '200', async (client, target) => {
    const form = await formOf(client, `/console/${what}s/new`)
    const answer = await client.post(`/console/${what}s`, { form, name: KEPT.keyName, ...fields })
    return showsSecret(target, `${what} of the console`, answer)
  }),
  by(ADA, `a ${what} is rolled`, '200', async (client, target) => {
    const path = await firstOf(client, `${what}s`)
    const answer = await client.post(`${path}/roll`, { form: await formOf(client, path), grace: '0' })
    return showsSecret(target, `${what} that was rolled`, answer)
  }),
]

const KEYS: Exit[] = [
  ...madeAndRolled('key', {}),
  ...madeAndRolled('token', { scopes: 'ask' }),
  post('a token with scopes in words', '422', '/tokens', { name: MARKS.typed, scopes: MARKS.typed }),
  get('an unknown token', '404', `/tokens/${MARKS.path}`),
  post('a key with a form of somebody else', '200', '/keys', { form: MARKS.form, name: KEPT.keyName }),
  post('a key with caps in words', '422', '/keys', { form: MARKS.form, name: MARKS.typed, day: MARKS.typed }),
  post('a key that ends in no time', '422', '/keys', { name: MARKS.typed, expires: MARKS.typed }),
  post('a key with a name too long', '422', '/keys', { name: MARKS.typed.repeat(10) }),
  by(ADA, 'a change in words', '422', async (client) =>
    client.post(await firstOf(client, 'keys'), { name: MARKS.typed, week: MARKS.typed }),
  ),
  get('an unknown key', '404', `/keys/${MARKS.path}`),
]

const ACCOUNT: Exit[] = [
  get('usage of odd days', '200', `/usage?from=${MARKS.typed}&key=${MARKS.typed}&by=${MARKS.typed}`),
  get('calls behind an unknown one', '200', `/usage/calls?after=${MARKS.path}`),
  get('a log behind an unknown entry', '200', `/account/log?after=${MARKS.path}`),
  get('an unknown page', '404', `/${MARKS.path}?q=${MARKS.search}`),
  post('a session that is not there', '404', `/account/sessions/${MARKS.path}/end`, {}),
  post('a deletion without the address', '422', '/account/delete', { confirm: MARKS.typed }),
  by(ADA, 'a form of another site', '403', (client) =>
    client.post('/console/keys', { name: MARKS.typed }, { 'sec-fetch-site': 'cross-site' }),
  ),
  post('a form that nobody types', '400', '/keys', { name: `${MARKS.typed}\u0000` }),
  post('a form too large', '413', '/keys', { name: MARKS.typed.repeat(15_000) }),
  by(ADA, 'no form', '415', (client) =>
    client.post('/console/keys', {}, { 'content-type': `text/${MARKS.typed}` }),
  ),
]

const OPERATORS: Exit[] = [
  get('the operator pages, for others', '404', `/operator?q=${MARKS.search}`),
  get('a search for people', '200', `/operator?q=${MARKS.search}`, OPERATOR),
  get('an unknown account', '404', `/operator/accounts/${MARKS.path}`, OPERATOR),
  by(OPERATOR, 'credit with its reason', '303', async (client) => {
    const path = await firstAccount(client)
    const form = await formOf(client, path)
    return client.post(`${path}/credit`, { form, amount: '2', reason: KEPT.reason })
  }),
  by(OPERATOR, 'credit in words', '422', async (client) => {
    const path = await firstAccount(client)
    const form = await formOf(client, path)
    return client.post(`${path}/credit`, { form, amount: MARKS.typed, reason: MARKS.typed })
  }),
  post('an invitation to no address', '422', '/operator/invitations', { email: MARKS.typed }, OPERATOR),
  post(
    'an invitation that is not there',
    '404',
    '/operator/invitations/withdraw',
    { email: MARKS.typed },
    OPERATOR,
  ),
]

async function firstAccount(client: ConsoleClient): Promise<string> {
  return /href="(\/console\/operator\/accounts\/\w+)"/.exec(await client.page('/console/operator'))?.[1] ?? ''
}

/** What people do in the console, and every form that is refused. */
export const CONSOLE_EXITS: Exit[] = [...KEYS, ...ACCOUNT, ...OPERATORS]
