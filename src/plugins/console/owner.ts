import type { FastifyRequest } from 'fastify'
import type { Person } from '../../domain/people/people-store.ts'

/** Who is signed in. Only behind the hook that turns away everybody else. */
export function ownerOf(request: FastifyRequest): Person {
  if (!request.signedIn) throw new Error('a page of the console stands outside the sign-in')
  return request.signedIn.person
}
