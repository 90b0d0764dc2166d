import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/**
 * Call first in a scope, and what it returns last: every path that the scope answers then refuses the other methods with
 * 405 and `Allow`, before a body is read.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const known = new Map<string, Set<string>>()
  let collecting = true
  app.addHook('onRoute', ({ method, routePath }) => {
    if (!collecting) return
    const methods = known.get(routePath) ?? new Set()
    for (const one of [method].flat()) {
      methods.add(one)
      if (one === 'GET') methods.add('HEAD')
    }
    known.set(routePath, methods)
  })
  return () => {
    collecting = false
    for (const [url, methods] of known) {
      const allow = [...methods].join(', ')
      app.route({
        method: app.supportedMethods.filter((method) => !methods.has(method)),
        url,
        schema: { hide: true },
        onRequest: async () => {
          throw new ApiError('method_not_allowed', {
            message: `This path answers ${allow} only.`,
            headers: { allow },
          })
        },
        handler: () => undefined,
      })
    }
  }
}
