import type { Upstream, UpstreamAnswer } from '../domain/upstream/upstream.ts'
import { ApiError } from '../errors.ts'

/** The EU path where none is configured: it refuses, and nothing goes anywhere else. */
export class ClosedPath implements Upstream {
  readonly available = false

  async open(): Promise<UpstreamAnswer> {
    throw new ApiError('eu_path_unavailable')
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}
