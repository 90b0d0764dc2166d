import { completion, json, sse, stream } from '../../support/upstream-server.ts'
import { checkAnswer } from '../answers.ts'
import { fuzzKind } from '../fuzz-kind.ts'
import { MARK } from '../made/odd.ts'
import type { Target } from '../target.ts'
import { hold } from '../violation.ts'
import { consoleCases, FORM, OWN, type ConsoleCase } from './console-cases.ts'
import { checkLocation } from './public.ts'

/** The fields after the changes. */
function changedFields({ fields, changes }: ConsoleCase): [string, string][] {
  const all = fields.map(([name, value]): [string, string] => [name, value])
  for (const { at, do: how, name, value } of changes) {
    const place = at % Math.max(all.length, 1)
    const [old = name] = all[place] ?? []
    if (how === 'replace') all.splice(place, 1, [old, value])
    else if (how === 'remove') all.splice(place, 1)
    else if (how === 'repeat') all.push([old, value])
    else all.push([name, value])
  }
  return all
}

/** Whether a browser tells that the request comes from a page of ours. */
function isOwn({ 'sec-fetch-site': site, origin }: Record<string, string>): boolean {
  return site === undefined ? origin === OWN['origin'] : site === 'same-origin'
}

/** The people of the console, whoever of them a case has signed out or deleted. */
class People {
  readonly #target: Target
  readonly #tokens = new Map<string, string>()

  constructor(target: Target) {
    this.#target = target
  }

  /** The cookie of a person who is signed in, and the ids of what is hers. */
  async signedIn(name: 'person' | 'operator'): Promise<{ cookie: string; ids: Record<string, string> }> {
    const { people, keys, store } = this.#target.service.parts
    let token = this.#tokens.get(name)
    let found = await people.sessions.find(token)
    if (!found || !token) {
      const person = await people.welcome.enter(`${name}@example.com`)
      hold(person !== undefined, `${name} is not let in`)
      const begun = await people.sessions.begin(person, { method: 'email', userAgent: 'fuzz', before: token })
      token = begun.token
      found = { person, session: begun.session }
      this.#tokens.set(name, token)
    }
    const { accountId } = found.person
    const now = this.#target.clock.now()
    const all = await store.listKeys({ accountId, limit: 1_000 })
    const works = all.find(({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt ?? Infinity) > now)
    const limits = { hour: null, day: null, week: null, month: null }
    const key = works ?? (await keys.create(accountId, { name: 'made', limits, expiresAt: null })).key
    const [call] = await store.listUsage({ accountId, limit: 1 })
    const ids = { KEY: key.id, ACCOUNT: accountId, CALL: call?.id ?? 'none', SESSION: found.session.id }
    return { cookie: `svc_session=${token}`, ids }
  }
}

async function prepare(target: Target): Promise<(one: ConsoleCase) => Promise<string[]>> {
  target.upstream.answer((response, call) =>
    call.body.stream ? sse(stream([MARK]))(response, call) : json(completion(MARK))(response, call),
  )
  const people = new People(target)
  let forms = 0
  await people.signedIn('person')
  return async (one) => {
    const person = await people.signedIn(one.who === 'operator' ? 'operator' : 'person')
    const named = (text: string): string =>
      text === FORM
        ? String((forms += 1)).padStart(20, 'f')
        : text.replace(/KEY|ACCOUNT|CALL|SESSION/, (id) => person.ids[id] ?? id)
    const pairs = (list: [string, string][]): string =>
      list
        .map((pair) => pair.map((text) => encodeURIComponent(named(text).toWellFormed())).join('='))
        .join('&')
    const path = `/console${named(one.path)}${one.query.length > 0 ? `?${pairs(one.query)}` : ''}`
    const cookie = one.who === 'nobody' ? '' : one.who === 'odd' ? one.cookie : person.cookie
    const body = one.method === 'POST' ? pairs(changedFields(one)) : undefined
    const answer = await target.client.ask({
      method: one.method,
      path,
      headers: {
        ...one.site,
        ...one.client,
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': one.contentType }),
      },
      ...(body !== undefined && { body }),
    })
    const outcome = checkAnswer(answer, { method: one.method, path })
    const text = answer.body.toString()
    const isPage = String(answer.headers['content-type']).startsWith('text/html')
    hold(!isPage || !text.includes(MARK), `a text came out of ${path} as it went in`)
    if (body !== undefined && !isOwn(one.site))
      hold(answer.status === 403, `a form of another site got ${answer.status}`)
    checkLocation(answer)
    await target.settled()
    return [`${one.method === 'POST' ? 'POST' : 'GET'} ${outcome}`]
  }
}

/** Pages and forms of the console: fields, cookies, origins. */
export const consoleKind = fuzzKind({
  name: 'console',
  share: 140,
  upstream: true,
  environment: { OPERATOR_EMAILS: 'operator@example.com', SIGN_UP_CREDIT_USD: '3' },
  cases: consoleCases,
  prepare,
})
