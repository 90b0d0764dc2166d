import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person, Session } from '../../../domain/people/people-store.ts'
import { PageRefusal } from '../../pages/page-refusal.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { returnPath } from './return-path.ts'

/** Signs a person in who proved to be one, in the browser that asks, and leads on. */
export async function beginSession(
  { sessions, audit, cookies }: ConsoleParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { person, method, returnTo }: { person: Person; method: Session['method']; returnTo: string },
): Promise<FastifyReply> {
  const { token } = await sessions.begin(person, {
    method,
    userAgent: request.headers['user-agent'] ?? '',
    before: cookies.read(request, 'session'),
  })
  await audit.write(person, 'signed_in', { detail: method })
  cookies.clear(reply, 'attempt')
  cookies.set(reply, 'session', token)
  return reply.redirect(returnPath(returnTo), 303)
}

/** Whoever proved an address that may not come in. */
export function notWelcome(): PageRefusal {
  return new PageRefusal(403, 'No new accounts', 'This service takes in people whom its operator invited.')
}
