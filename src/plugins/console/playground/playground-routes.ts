import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toUsd } from '../../../domain/ledger/price.ts'
import type { ApiKey } from '../../../domain/ledger/store.ts'
import { Refusal } from '../../../domain/refusal.ts'
import { answerCall, openCall, type AnswerParts } from '../../completions/answer-call.ts'
import { preflight, type Preflight } from '../../completions/preflight.ts'
import { plainCompletion } from '../../completions/response.ts'
import { ApiError } from '../../json-surface/api-error.ts'
import type { ErrorCode } from '../../json-surface/errors.ts'
import { noteError, toApiError } from '../../json-surface/error-handling.ts'
import { pageNotFound } from '../../pages/page-refusal.ts'
import { consolePage, sendPage } from '../console-page.ts'
import { NO_ERRORS, typed, type FormErrors } from '../form.ts'
import { formId, firstOf } from '../form-once.ts'
import type { KeyPageParts } from '../keys/key-routes.ts'
import { stateOf } from '../keys/key-pages.ts'
import { ownerOf } from '../owner.ts'
import { playgroundMain, priceWords, SENT_TWICE, type PlaygroundOutcome } from './playground-page.ts'
import { refused } from './refused.ts'
import { playgroundTexts, readPlayground, type PlaygroundTexts } from './playground-form.ts'

export interface PlaygroundParts extends KeyPageParts, AnswerParts {
  /** True once the process is asked to stop: new calls are turned away. */
  draining: () => boolean
}

/** Keys that the list of payers shows; at most 20 of them work at one time. */
const KEYS_MOST = 1_000

const NOTHING_TYPED: PlaygroundTexts = { question: '', model: '', key: '', pins: [] }

/**
 * The playground: a call as `/v1` makes it, charged to a key that the person picks. The page answers whole by itself; with scripts the
 * price comes while one types, and the answer as it is written. Nothing of either is kept.
 */
export function playgroundRoutes(app: FastifyInstance, parts: PlaygroundParts): void {
  const { store, keys, clock, assets, models, registry, upstreams, settings, topUpUrl } = parts

  app.get('/playground', async (request, reply) =>
    show(request, reply, { texts: NOTHING_TYPED, errors: NO_ERRORS, outcome: undefined }),
  )

  app.post('/playground', async (request, reply) => {
    const texts = playgroundTexts(request.body)
    const again = (
      state: { errors?: FormErrors; outcome?: PlaygroundOutcome },
      status?: number,
    ): Promise<FastifyReply> =>
      show(request, reply, { texts, errors: NO_ERRORS, outcome: undefined, ...state }, status)
    const form = readPlayground(request.body, false)
    if (form.kind === 'bad') return again({ errors: form.errors }, 422)
    const caller = await payer(request, form.keyId)
    if (!caller) return again({ errors: { key: KEY_GONE } }, 422)
    const tell = (error: ApiError, status?: number): Promise<FastifyReply> => {
      const { field, words } = refused(error)
      if (field) return again({ errors: { [field]: words } }, status)
      return again({ outcome: { kind: 'refused', words } }, status)
    }
    try {
      refuseWhileDraining()
      if (typed(request.body, 'action') === 'price') {
        const { cost_max_usd: most, verdict, svc } = await preflight(parts, caller, form.call)
        if (verdict.error) return tell(verdictError(verdict))
        const names = svc?.frameworks.map(({ name }) => name) ?? []
        return again({ outcome: { kind: 'price', words: priceWords(most), modules: names } })
      }
      if (!(await firstOf(parts, request.body))) return again({ outcome: { kind: 'sent-before' } })
      noteCaller(request, caller)
      const open = await openCall(parts, { request, reply, caller, call: form.call })
      const { choices, svc, usage } = await plainCompletion(open, clock.now())
      const { requested, effective } = open.maxTokens
      return again({
        outcome: {
          kind: 'answer',
          text: choices[0].message.content,
          facts: { svc, usage },
          ...(effective < requested && { maxTokens: effective }),
        },
      })
    } catch (cause) {
      const error = refusalOf(cause)
      noteError(request, error)
      return tell(error, error.entry.status)
    }
  })

  app.post('/playground/price', async (request, reply) =>
    inJson(request, reply, async () => {
      const { caller, call } = await asked(request, false)
      const { cost_max_usd: most, verdict, svc } = await preflight(parts, caller, call)
      return reply.send({
        words: verdict.error ? refused(verdictError(verdict)).words : priceWords(most),
        modules: svc?.frameworks.map(({ name }) => name) ?? [],
      })
    }),
  )

  app.post('/playground/answer', async (request, reply) =>
    inJson(request, reply, async () => {
      // Whatever comes of this one, the next question needs an id of its own.
      void reply.header('x-form', formId())
      refuseWhileDraining()
      const { caller, call } = await asked(request, true)
      if (!(await firstOf(parts, request.body))) {
        throw new ApiError('idempotency_conflict', { message: SENT_TWICE })
      }
      noteCaller(request, caller)
      return answerCall(parts, { request, reply, caller, call })
    }),
  )

  // What a call came to that was stopped: its stream is gone, its charge is in the books.
  app.get<{ Params: { id: string } }>('/playground/calls/:id', async (request, reply) => {
    const record = await store.getUsage(ownerOf(request).accountId, request.params.id)
    if (!record) throw pageNotFound()
    const { status, costMicros } = record
    return reply
      .header('cache-control', 'no-store')
      .send({ running: status === 'running', cost_usd: toUsd(costMicros) })
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    state: { texts: PlaygroundTexts; errors: FormErrors; outcome: PlaygroundOutcome | undefined },
    status?: number,
  ): Promise<FastifyReply> {
    const { accountId } = ownerOf(request)
    const [account, all] = await Promise.all([
      store.getAccount(accountId),
      store.listKeys({ accountId, limit: KEYS_MOST }),
    ])
    if (!account) throw pageNotFound()
    const now = clock.now()
    const main = playgroundMain({
      ...state,
      formId: formId(),
      models: models.filter(({ region }) => upstreams[region].available),
      keys: all.filter((key) => stateOf(key, now) === 'active'),
      frameworks: registry.frameworks,
      streaming: settings.streaming,
      freeMicros: account.balanceMicros - account.heldMicros,
      topUpUrl,
    })
    const page = consolePage(assets, request, { title: 'Playground', main, scripts: ['play-ground'] })
    return sendPage(reply, page, status)
  }

  /** The key that pays, if it is the person's and works. */
  async function payer(request: FastifyRequest, keyId: string): Promise<ApiKey | undefined> {
    const key = await keys.find(ownerOf(request).accountId, keyId)
    return key && stateOf(key, clock.now()) === 'active' ? key : undefined
  }

  /** @throws {ApiError} `invalid_value` in the words that the page would have beside the field */
  async function asked(request: FastifyRequest, stream: boolean) {
    const form = readPlayground(request.body, stream)
    if (form.kind === 'bad') {
      const [[param, message] = ['', 'The form cannot be read.']] = Object.entries(form.errors)
      throw new ApiError('invalid_value', { param, message })
    }
    const caller = await payer(request, form.keyId)
    if (!caller) throw new ApiError('invalid_value', { param: 'key', message: KEY_GONE })
    return { caller, call: form.call }
  }

  function refuseWhileDraining(): void {
    if (parts.draining()) throw new Refusal('server_draining')
  }

  /** Answers a script: what is refused comes as the API would say it, and no page. */
  async function inJson(
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<FastifyReply | void>,
  ): Promise<FastifyReply | void> {
    void reply.header('cache-control', 'no-store')
    try {
      return await work()
    } catch (cause) {
      const error = refusalOf(cause)
      noteError(request, error)
      const { field, words } = refused(error)
      const told = { ...error.body.error, message: words, param: field ?? null }
      return reply.code(error.entry.status).headers(error.headers).send({ error: told })
    }
  }
}

/** A verdict of a preflight as the refusal that it reports. */
function verdictError({ error }: Preflight['verdict']): ApiError {
  const { code, message, param } = error ?? { code: 'internal_error', message: '', param: null }
  return new ApiError(code as ErrorCode, { message, ...(param !== null && { param }) })
}

const KEY_GONE = 'This key was revoked or has expired. Choose another one.'

/** A refusal in the words of the API. What was not foreseen goes on to where it is logged. */
function refusalOf(cause: unknown): ApiError {
  const error = toApiError(cause)
  if (error.code === 'internal_error') throw cause
  return error
}

/** Whose call it is, for the log line. */
function noteCaller(request: FastifyRequest, { id, accountId }: ApiKey): void {
  request.facts.keyId = id
  request.facts.accountId = accountId
}
