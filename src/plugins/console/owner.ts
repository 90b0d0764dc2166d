import type { FastifyRequest } from 'fastify'
import type { Person } from '../../domain/people/people-store.ts'
import type { SignedIn } from '../../domain/people/sessions.ts'

/** Who is signed in, and by which session. Only behind the hook that turns away everybody else. */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw new Error('a page of the console stands outside the sign-in')
  return request.signedIn
}

/** Whose pages these are. */
export function ownerOf(request: FastifyRequest): Person {
  return signedInOf(request).person
}
