import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestLog } from '../../request-log.ts'
import { noteError, toApiError } from '../json-surface/error-handling.ts'
import type { Html } from './html.ts'
import { PageRefusal, pageNotFound } from './page-refusal.ts'

/** Scripts, styles and requests of this host alone, nothing inline, no text that becomes HTML, no frame around it. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Characters that no keyboard types, and not every store takes: controls but for blanks and line ends. */
const UNTYPED = /[^\P{Cc}\t\n\r]/u

/** The largest form of the pages, in bytes: a question in the playground. */
export const FORM_BYTES_MAX = 256 * 1024

export interface PageSurfaceOptions {
  log: RequestLog
  /** The one origin that forms may be sent from: `https://platform.example.com`. Without it the pages have no forms that change anything. */
  origin?: string
  /** The page of a refusal. */
  refusalPage: (refusal: PageRefusal, request: FastifyRequest) => Html
}

/** Makes a scope one of pages: their headers, forms from our own pages only, and refusals as pages. */
export function pageSurface(app: FastifyInstance, { log, origin, refusalPage }: PageSurfaceOptions): void {
  // The reference is one of the API.
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true }
  })
  app.removeAllContentTypeParsers()
  if (origin !== undefined) void app.register(formbody, { bodyLimit: FORM_BYTES_MAX })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      // `no-referrer` would make browsers hide the origin of our own forms.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    done(origin === undefined || isOwnForm(request, origin) ? undefined : crossSite())
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const texts = [request.params, request.query, request.body].flatMap((part) => Object.values(part ?? {}))
    done(texts.some((text) => typeof text === 'string' && UNTYPED.test(text)) ? unreadable() : undefined)
  })
  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: PageRefusal): FastifyReply =>
    reply
      .code(refusal.status)
      .headers({ 'cache-control': 'no-store', ...refusal.headers })
      .type('text/html; charset=utf-8')
      .send(refusalPage(refusal, request).toString())
  app.setErrorHandler((cause, request, reply) => {
    if (reply.raw.destroyed || reply.sent) return reply
    if (cause instanceof PageRefusal) return refuse(request, reply, cause)
    const error = toApiError(cause)
    noteError(request, error)
    if (error.code === 'not_found') return refuse(request, reply, pageNotFound())
    if (error.code === 'internal_error') log.fault('request_failed', cause)
    const { status } = error.entry
    const heading = HEADINGS[status] ?? 'That did not work'
    return refuse(request, reply, new PageRefusal(status, heading, error.message, { headers: error.headers }))
  })
  // What is unknown outside every surface is answered by the service as a whole.
  if (app.prefix !== '') app.setNotFoundHandler((request, reply) => refuse(request, reply, pageNotFound()))
}

const HEADINGS: Readonly<Record<number, string>> = {
  413: 'That is too long',
  415: 'That is no form',
  503: 'The service cannot answer now',
  500: 'Something broke on our side',
}

/**
 * Whether what changes something comes from a page of ours. Browsers say where a request comes from in a header that pages cannot set;
 * older ones at least tell the origin of a form.
 */
function isOwnForm({ method, headers }: FastifyRequest, origin: string): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === origin : site === 'same-origin'
}

function unreadable(): PageRefusal {
  return new PageRefusal(
    400,
    'That cannot be read',
    'It has characters that no keyboard types. Nothing was changed.',
  )
}

function crossSite(): PageRefusal {
  return new PageRefusal(
    403,
    'This form was sent from another site',
    'Nothing was changed. Open the page here and try again.',
  )
}
