import type { Upstream, UpstreamAnswer } from '../domain/upstream/upstream.ts'
import { Refusal } from '../domain/refusal.ts'

/** The EU path where none is configured: it refuses, and nothing goes anywhere else. */
export class ClosedPath implements Upstream {
  readonly available = false

  async open(): Promise<UpstreamAnswer> {
    throw new Refusal('eu_path_unavailable')
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}
