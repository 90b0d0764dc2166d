import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RunningCalls } from '../../../domain/calls/running-calls.ts'
import { MAX_ACTIVE_KEYS, type KeyService } from '../../../domain/keys/key-service.ts'
import type { KeySort } from '../../../domain/keys/key-sort.ts'
import type { ApiKey, Store } from '../../../domain/ledger/store.ts'
import { Refusal } from '../../../domain/refusal.ts'
import type { Html } from '../../pages/html.ts'
import { PageRefusal, pageNotFound } from '../../pages/page-refusal.ts'
import { consolePage, sendPage } from '../console-page.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { NO_ERRORS, readForm, typed, type FormErrors } from '../form.ts'
import { firstOf, formId } from '../form-once.ts'
import { keyForm, newKeyForm, type KeyFormTexts } from './key-form.ts'
import { keysMain, WORDS } from './key-list.ts'
import { GRACES, keyMain, newKeyMain, stateOf, textsOf, type KeyRow, type NewKeyTexts } from './key-pages.ts'
import { scopesTyped } from './scope-boxes.ts'
import { secretMain } from './secret-page.ts'
import { ownerOf } from '../owner.ts'

/** What the pages of keys and tokens work with. */
export interface KeyPageParts extends ConsoleParts {
  store: Store
  keys: KeyService
  running: RunningCalls
  /** The base URL for SDKs. */
  apiUrl: string
  /** Where programs connect with a token. */
  mcpUrl: string
  topUpUrl: string | undefined
}

type OneKey = { Params: { id: string } }

/** Keys or tokens that one list shows. Those that work are at most 20; who makes this many in a life sees the first ones. */
const LISTED_MOST = 1_000

/** Keys that an account may make, or secrets of keys it may roll, on one day, and as many tokens. */
const MADE_PER_DAY: { most: number; windowMs: number } = { most: 100, windowMs: 86_400_000 }

const NO_TEXTS: KeyFormTexts = { name: '', hour: '', day: '', week: '', month: '', expires: '' }
const NOTHING_TYPED: NewKeyTexts = { texts: NO_TEXTS, scopes: [] }

/** Keys of the signed-in person, or tokens: list, create, change, roll, revoke (description 3). */
export function keyRoutes(app: FastifyInstance, parts: KeyPageParts, sort: KeySort): void {
  const { store, keys, running, clock, audit, log, assets, apiUrl, mcpUrl, topUpUrl } = parts
  const path = `/${sort}s`
  const creating = `Create a ${sort}`
  const show = (request: FastifyRequest, reply: FastifyReply, title: string, main: Html, status?: number) =>
    sendPage(reply, consolePage(assets, request, { title, main, scripts: ['send-once'] }), status)

  app.get<{ Querystring: { done?: unknown } }>(path, async (request, reply) => {
    const { accountId } = ownerOf(request)
    const [account, all] = await Promise.all([
      store.getAccount(accountId),
      store.listKeys({ accountId, sort, limit: LISTED_MOST }),
    ])
    if (!account) throw pageNotFound()
    const now = clock.now()
    const working = all.filter((key) => stateOf(key, now) === 'active').map(({ id }) => id)
    const spends = await store.windowSpendsOf(working, now)
    const rows = all.map((key) => ({ key, spends: spends.get(key.id) ?? [] }))
    const { done } = request.query
    return show(
      request,
      reply,
      WORDS[sort].title,
      keysMain({ sort, account, rows, now, topUpUrl, done, most: MAX_ACTIVE_KEYS }),
    )
  })

  app.get(`${path}/new`, async (request, reply) =>
    show(request, reply, creating, newKeyMain(sort, formId(), NOTHING_TYPED, NO_ERRORS)),
  )

  app.post(path, async (request, reply) => {
    const person = ownerOf(request)
    const again = (errors: FormErrors): FastifyReply =>
      show(request, reply, creating, newKeyMain(sort, formId(), newTextsTyped(request.body), errors), 422)
    const form = readForm(newKeyForm(clock.now(), sort), request.body)
    if (form.kind === 'bad') return again(form.errors)
    if (!(await firstOf(parts, request.body))) return reply.redirect(`/console${path}?done=made`, 303)
    await countMade(person.accountId)
    try {
      const { key, secret } = await keys.create(person.accountId, form.value)
      const detail = [key.name, ...(key.scopes ?? [])].join(', ')
      await audit.write(person, `${sort}_created`, { target: key.id, detail })
      return showSecret(request, reply, key, secret)
    } catch (cause) {
      if (!(cause instanceof Refusal) || cause.code !== 'key_limit_reached') throw cause
      return again({
        '': `You have ${MAX_ACTIVE_KEYS} active ${sort}s, and more there cannot be. Revoke one first.`,
      })
    }
  })

  app.get<OneKey & { Querystring: { done?: unknown } }>(`${path}/:id`, async (request, reply) => {
    const row = await working(request)
    const { done } = request.query
    const main = keyMain({ row, texts: textsOf(row.key), errors: NO_ERRORS, formId: formId(), done })
    return show(request, reply, row.key.name, main)
  })

  app.post<OneKey>(`${path}/:id`, async (request, reply) => {
    const person = ownerOf(request)
    const row = await working(request)
    const form = readForm(keyForm(clock.now(), sort), request.body)
    if (form.kind === 'bad') {
      const texts = textsTyped(request.body)
      const main = keyMain({ row, texts, errors: form.errors, formId: formId(), done: undefined })
      return show(request, reply, row.key.name, main, 422)
    }
    const changed = await keys.update(person.accountId, row.key.id, form.value, sort)
    if (changed === undefined || changed === 'expired') throw keyGone(sort)
    const detail = changesOf(row.key, changed)
    if (detail !== '') await audit.write(person, `${sort}_changed`, { target: changed.id, detail })
    return reply.redirect(`/console${path}/${changed.id}?done=saved`, 303)
  })

  app.post<OneKey>(`${path}/:id/roll`, async (request, reply) => {
    const person = ownerOf(request)
    const { key } = await working(request)
    const grace = GRACES.find(({ value }) => value === typed(request.body, 'grace'))
    if (!grace) throw pageNotFound()
    if (!(await firstOf(parts, request.body))) return reply.redirect(`/console${path}?done=made`, 303)
    await countMade(person.accountId)
    const rolled = await keys.roll(person.accountId, key.id, Number(grace.value), sort)
    if (!rolled) throw keyGone(sort)
    await audit.write(person, `${sort}_rolled`, { target: key.id, detail: `${key.name}: ${grace.label}` })
    return showSecret(request, reply, rolled.key, rolled.secret)
  })

  app.post<OneKey>(`${path}/:id/revoke`, async (request, reply) => {
    const person = ownerOf(request)
    const key = await keys.revoke(person.accountId, request.params.id, sort)
    if (!key) throw keyGone(sort)
    running.revoke(key.id)
    log.event('key_revoked', { keyId: key.id, accountId: key.accountId })
    await audit.write(person, `${sort}_revoked`, { target: key.id, detail: key.name })
    return reply.redirect(`/console${path}?done=revoked`, 303)
  })

  function showSecret(
    request: FastifyRequest,
    reply: FastifyReply,
    key: ApiKey,
    secret: string,
  ): FastifyReply {
    const main = secretMain({ key, secret, apiUrl, mcpUrl })
    const scripts = ['copy-button', 'reveal-once'] as const
    return sendPage(reply, consolePage(assets, request, { title: `Copy the ${sort}`, main, scripts }))
  }

  /** The key or token that the path names, if it is the person's and works. */
  async function working(request: FastifyRequest<OneKey>): Promise<KeyRow> {
    const key = await keys.find(ownerOf(request).accountId, request.params.id, sort)
    const now = clock.now()
    if (!key || stateOf(key, now) !== 'active') throw keyGone(sort)
    return { key, spends: await store.windowSpends(key.id, now) }
  }

  async function countMade(accountId: string): Promise<void> {
    const limit = { bucket: `${sort}s:${accountId}`, ...MADE_PER_DAY }
    const { admitted } = await store.people.countEvent([limit], clock.now())
    if (admitted) return
    throw new PageRefusal(
      429,
      `Too many new ${sort}s`,
      `An account can make or roll ${MADE_PER_DAY.most} ${sort}s a day. Try again tomorrow.`,
      { headers: { 'retry-after': '3600' } },
    )
  }
}

function textsTyped(body: unknown): KeyFormTexts {
  const texts = Object.keys(NO_TEXTS).map((name) => [name, typed(body, name)])
  return Object.fromEntries(texts) as KeyFormTexts
}

function newTextsTyped(body: unknown): NewKeyTexts {
  return { texts: textsTyped(body), scopes: scopesTyped(body) }
}

/** What a change came to, for the audit log. */
function changesOf(before: ApiKey, after: ApiKey): string {
  const [from, to] = [textsOf(before), textsOf(after)]
  return (Object.keys(from) as (keyof KeyFormTexts)[])
    .filter((name) => from[name] !== to[name])
    .map((name) => `${name}: ${from[name] || 'none'} → ${to[name] || 'none'}`)
    .join('; ')
}

function keyGone(sort: KeySort): PageRefusal {
  return new PageRefusal(
    404,
    `There is no such ${sort}`,
    'It may have been revoked in another window, or it has expired.',
    { next: { href: `/console/${sort}s`, label: `All ${sort}s` } },
  )
}
