import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { RequestLog } from '../../request-log.ts'
import type { ApiError } from './api-error.ts'
import type { BodyRoom } from './body-room.ts'
import { handleErrors } from './error-handling.ts'
import { readJsonWithinBounds } from './json-body.ts'
import { readInput } from './read-input.ts'
import { refuseLargeBodies } from './refuse-large-bodies.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

export interface JsonSurfaceOptions {
  log: RequestLog
  bodyBytesMax: number
  /** The memory that large bodies share. */
  bodyRoom: BodyRoom
  /** What an unknown path is told; the plain 404 of the table where it is left out. */
  notFound?: (request: FastifyRequest) => ApiError
}

/**
 * Makes a scope a JSON surface. The zod schemas that its routes document are the ones that check bodies and queries, errors have the
 * one envelope, and bodies are read within bounds. Call it before the routes, and what it returns behind them:
 * then every path refuses the methods that it does not answer.
 */
export function jsonSurface(
  app: FastifyInstance,
  { log, bodyBytesMax, bodyRoom, notFound }: JsonSurfaceOptions,
): () => void {
  handleErrors(app, log, notFound)
  // Fastify hands on null where no body came.
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (input: unknown) => ({
    value: readInput(schema, input ?? undefined),
  }))
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  refuseLargeBodies(app, bodyBytesMax)
  readJsonWithinBounds(app, bodyBytesMax, bodyRoom)
  return refuseOtherMethods(app)
}
